#include "CCrypt.h"

#if defined(__linux__)

#include <dlfcn.h>

bool CCryptOpen(const char *name, CCryptFunctions *functions) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library == 0) {
    return false;
  }
  *(void **)&functions->generate_setting = dlsym(library, "crypt_gensalt_rn");
  *(void **)&functions->hash = dlsym(library, "crypt_rn");
  return functions->generate_setting != 0 && functions->hash != 0;
}

#endif
