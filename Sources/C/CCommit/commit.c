#include "commit.h"

#ifndef PARLAY_COMMIT
#define PARLAY_COMMIT ""
#endif

const char *parlay_commit(void) { return PARLAY_COMMIT; }
