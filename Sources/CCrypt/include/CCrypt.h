// libcrypt's crypt(3) functions, for programs that hash a password or PIN on Linux.
// Elsewhere the module is empty: Apple's systems bring CommonCrypto instead.

#ifndef CCRYPT_H
#define CCRYPT_H

#if __has_include(<crypt.h>)
#include <crypt.h>
#elif defined(__linux__)
#error "crypt.h is missing: install libcrypt-dev (Debian, Ubuntu) or libxcrypt-devel (Fedora)"
#endif

#endif
