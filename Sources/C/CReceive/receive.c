// libmicrohttpd reads from its sockets with recv(2) and lets nobody see the bytes before it parses them. A function of
// the program takes precedence over one of the same name in a shared library (ld.so(8)), so this one is called instead
// of glibc's. Decision 0049 has the reasons.
#undef _FORTIFY_SOURCE
#define _GNU_SOURCE
#include "receive.h"
#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <sys/socket.h>

static _Thread_local parlay_receiver present;
static _Thread_local void *present_context;

void parlay_receive_through(parlay_receiver receiver, void *context) {
    present = receiver;
    present_context = context;
}

ssize_t recv(int socket, void *buffer, size_t size, int flags) {
    ssize_t count = recvfrom(socket, buffer, size, flags, NULL, NULL);
    if (count <= 0 || present == NULL) return count;
    count = present(present_context, socket, buffer, count);
    if (count >= 0) return count;
    errno = (int)-count;
    return -1;
}

bool parlay_receives(void) {
    // The first function of that name, as the dynamic linker looks it up for every library.
    return dlsym(RTLD_DEFAULT, "recv") == (void *)recv;
}
