#pragma once

#include <stddef.h>

// A file of the repository that was built into the program. The Swift compiler takes minutes for what #embed (C23, 6.10.4) does at once.
struct document {
    // From the root of the repository.
    const char *path;
    const unsigned char *bytes;
    size_t count;
};

size_t document_count(void);

// index: less than document_count().
struct document document_at(size_t index);
