// The crypt(3) functions of libcrypt, for programs that hash a password or PIN on Linux.
// On other systems the module is empty; Apple platforms have CommonCrypto.

#ifndef CCRYPT_H
#define CCRYPT_H

#if __has_include(<crypt.h>)
#include <crypt.h>
#elif defined(__linux__)
#error "crypt.h is missing: install libcrypt-dev (Debian, Ubuntu) or libxcrypt-devel (Fedora)"
#endif

#endif
