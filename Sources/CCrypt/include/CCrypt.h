// The functions of libcrypt that hash a password or PIN on Linux.
//
// The library is opened at run time, so that neither its header nor its development files are needed to
// build a program. On other systems the module is empty; Apple platforms have CommonCrypto.

#ifndef CCRYPT_H
#define CCRYPT_H

#if defined(__linux__)

// crypt_gensalt_rn and crypt_rn, as crypt.h of libxcrypt declares them.
typedef struct {
  char *(*generate_setting)(
      const char *prefix, unsigned long cost, const char *random, int random_size, char *output,
      int output_size);
  char *(*hash)(const char *phrase, const char *setting, void *data, int size);
} CCryptFunctions;

// CRYPT_GENSALT_OUTPUT_SIZE, and the size of struct crypt_data.
enum { CCryptSettingSize = 192, CCryptDataSize = 32768 };

// Opens a library by its name. It stays open. Returns NULL, or the reason of a failure until this thread opens
// another one: "" if the library is missing, or lacks one of the functions.
const char *CCryptOpen(const char *name, CCryptFunctions *functions);

#endif
#endif
