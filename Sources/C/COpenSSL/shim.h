#pragma once
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
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

/// A public key of parameters, NULL if OpenSSL refuses them. The caller frees it.
static inline EVP_PKEY *parlay_public_key(const char *type, OSSL_PARAM *parameters) {
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
    if (context && EVP_PKEY_fromdata_init(context) == 1 &&
        EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters) != 1) {
        key = NULL;
    }
    EVP_PKEY_CTX_free(context);
    return key;
}

/// An RSA key of unsigned, big-endian numbers; NULL if OpenSSL refuses it. The caller frees it.
static inline EVP_PKEY *parlay_rsa_key(
    const unsigned char *modulus, int modulus_count, const unsigned char *exponent, int exponent_count
) {
    EVP_PKEY *key = NULL;
    OSSL_PARAM *parameters = NULL;
    BIGNUM *n = BN_bin2bn(modulus, modulus_count, NULL);
    BIGNUM *e = BN_bin2bn(exponent, exponent_count, NULL);
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    if (n && e && builder && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, n) == 1 &&
        OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, e) == 1 &&
        (parameters = OSSL_PARAM_BLD_to_param(builder))) {
        key = parlay_public_key("RSA", parameters);
    }
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    BN_free(n);
    BN_free(e);
    return key;
}

/// A key on P-256 of an encoded point (SEC 1, section 2.3.3); NULL if it is not on the curve. The caller frees it.
static inline EVP_PKEY *parlay_p256_key(const unsigned char *point, size_t count) {
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)"prime256v1", 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)point, count),
        OSSL_PARAM_construct_end(),
    };
    return parlay_public_key("EC", parameters);
}
