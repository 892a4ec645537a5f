#pragma once

// The commit that the program was built from, as hexadecimal digits; empty if the build was not told.
const char *parlay_commit(void);
