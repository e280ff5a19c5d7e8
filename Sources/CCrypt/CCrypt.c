#include "CCrypt.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <errno.h>
#include <string.h>

const char *CCryptOpen(const char *name, CCryptFunctions *functions) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library == 0) {
    // dlopen does not always set errno.
    const char *reason = dlerror();
    return reason == 0 || strstr(reason, strerror(ENOENT)) != 0 ? "" : reason;
  }
  *(void **)&functions->generate_setting = dlsym(library, "crypt_gensalt_rn");
  *(void **)&functions->hash = dlsym(library, "crypt_rn");
  return functions->generate_setting != 0 && functions->hash != 0 ? 0 : "";
}

#endif
