#pragma once
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

// Macros, which do not import.

/// TLS 1.2 or later, 1 on success.
static inline int parlay_tls_require_1_2(SSL_CTX *context) {
    return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
}

/// Lets a write be repeated from another place in memory.
static inline void parlay_tls_let_writes_move(SSL *session) {
    SSL_set_mode(session, SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
}

/// Names the host in the handshake (RFC 6066, section 3), 1 on success.
static inline int parlay_tls_set_server_name(SSL *session, const char *name) {
    return (int)SSL_set_tlsext_host_name(session, name);
}
