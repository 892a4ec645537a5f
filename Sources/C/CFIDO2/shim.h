#pragma once
#include <cbor.h>
#include <fido.h>
#include <fido/eddsa.h>
#include <fido/es256.h>
#include <fido/rs256.h>

/// The elements that collections say they have.
static inline void parlay_cbor_claim(void *claims, size_t count) {
    size_t *sum = (size_t *)claims;
    *sum = count > SIZE_MAX - *sum ? SIZE_MAX : *sum + count;
}

/// Whether this is CBOR whose collections say that they have no more elements, all together, than there are bytes. Only then may
/// libcbor's `cbor_load` have it, which libfido2 calls too: it makes room for all elements of an array before it reads the first.
static inline bool parlay_cbor_is_plausible(const unsigned char *bytes, size_t count) {
    struct cbor_callbacks callbacks = cbor_empty_callbacks;
    callbacks.array_start = parlay_cbor_claim;
    callbacks.map_start = parlay_cbor_claim;
    size_t claims = 0;
    for (size_t place = 0; place < count;) {
        struct cbor_decoder_result result = cbor_stream_decode(bytes + place, count - place, &callbacks, &claims);
        if (result.status != CBOR_DECODER_FINISHED || result.read == 0 || claims > count) return false;
        place += result.read;
    }
    return true;
}
