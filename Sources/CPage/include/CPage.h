// The files of the web page, embedded in the program.

#ifndef CPAGE_H
#define CPAGE_H

typedef struct {
  const unsigned char *bytes;
  unsigned long count;
} cpage_file;

cpage_file cpage_html(void);
cpage_file cpage_css(void);
cpage_file cpage_js(void);

#endif
