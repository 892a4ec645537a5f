#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

// Looks at what a call of recv(2) got, and returns how many of the bytes the caller may have, or a negated errno.
typedef ssize_t (*parlay_receiver)(void *context, int socket, const uint8_t *bytes, ssize_t count);

// From now on, and until it is called with NULL, every recv(2) of this thread that gets bytes goes through `receiver`.
void parlay_receive_through(parlay_receiver receiver, void *context);

// Whether libraries call this target's recv(2). They do not where the program was linked without exporting it.
bool parlay_receives(void);
