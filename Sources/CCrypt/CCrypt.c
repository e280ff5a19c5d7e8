// The header is the whole module; a C target needs one source file to be built.
#include "CCrypt.h"
