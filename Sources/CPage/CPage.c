#include "CPage.h"

// `#embed` is of C23; compilers accept it in other modes.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char html[] = {
#embed "page.html"
};
static const unsigned char css[] = {
#embed "page.css"
};
static const unsigned char js[] = {
#embed "page.js"
};

cpage_file cpage_html(void) { return (cpage_file){html, sizeof html}; }
cpage_file cpage_css(void) { return (cpage_file){css, sizeof css}; }
cpage_file cpage_js(void) { return (cpage_file){js, sizeof js}; }
