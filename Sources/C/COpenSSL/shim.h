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
#include <string.h>

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

/// The private number of a pair on P-256 that the seed leads to, always the same: 1 to n - 1, in 32 bytes. 1 on success.
/// A seed that is 16 bytes longer than that leaves no bias (FIPS 186-5, appendix A.2.1).
static inline int parlay_p256_number(const unsigned char *seed, int count, unsigned char number[32]) {
    int done = 0;
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    BN_CTX *context = BN_CTX_secure_new();
    BIGNUM *bound = group ? BN_dup(EC_GROUP_get0_order(group)) : NULL;
    BIGNUM *value = BN_bin2bn(seed, count, NULL);
    if (context && bound && value && BN_sub_word(bound, 1) == 1 && BN_nnmod(value, value, bound, context) == 1 &&
        BN_add_word(value, 1) == 1) {
        done = BN_bn2binpad(value, number, 32) == 32;
    }
    BN_clear_free(value);
    BN_free(bound);
    BN_CTX_free(context);
    EC_GROUP_free(group);
    return done;
}

/// The pair on P-256 with a private number, whose public point is written uncompressed; NULL if there is none. The caller frees it.
static inline EVP_PKEY *parlay_p256_pair(const unsigned char number[32], unsigned char point[65]) {
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = NULL;
    OSSL_PARAM *parameters = NULL;
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    EC_POINT *product = group ? EC_POINT_new(group) : NULL;
    BIGNUM *value = BN_secure_new();
    if (builder && product && value && BN_bin2bn(number, 32, value) && !BN_is_zero(value) &&
        BN_cmp(value, EC_GROUP_get0_order(group)) < 0 && EC_POINT_mul(group, product, value, NULL, NULL, NULL) == 1 &&
        EC_POINT_point2oct(group, product, POINT_CONVERSION_UNCOMPRESSED, point, 65, NULL) == 65 &&
        OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) == 1 &&
        OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, value) == 1 &&
        OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, 65) == 1 &&
        (parameters = OSSL_PARAM_BLD_to_param(builder)) && (context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL)) &&
        EVP_PKEY_fromdata_init(context) == 1 &&
        EVP_PKEY_fromdata(context, &key, EVP_PKEY_KEYPAIR, parameters) != 1) {
        key = NULL;
    }
    EVP_PKEY_CTX_free(context);
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    BN_clear_free(value);
    EC_POINT_free(product);
    EC_GROUP_free(group);
    return key;
}

/// Whether bytes are a point of P-256 (SEC 1, section 2.3.4): 1 if they are.
static inline int parlay_p256_is_point(const EC_GROUP *p256, const unsigned char *bytes, size_t count) {
    EC_POINT *point = p256 ? EC_POINT_new(p256) : NULL;
    int is = point && EC_POINT_oct2point(p256, point, bytes, count, NULL) == 1 && !EC_POINT_is_at_infinity(p256, point);
    EC_POINT_free(point);
    return is;
}

/// A private number times a point of P-256, or times the generator if that is NULL, uncompressed. 0 if there is no such number or point.
/// OpenSSL multiplies in constant time. A third of the time that an EVP_PKEY takes, which is made for every use of a number that is used once.
static inline int parlay_p256_multiply(const EC_GROUP *p256, const unsigned char number[32], const unsigned char *point, size_t count,
                                       unsigned char product[65]) {
    EC_POINT *other = p256 ? EC_POINT_new(p256) : NULL;
    EC_POINT *result = p256 ? EC_POINT_new(p256) : NULL;
    BN_CTX *context = BN_CTX_secure_new();
    BIGNUM *value = BN_secure_new();
    int done = other && result && context && value && BN_bin2bn(number, 32, value) && !BN_is_zero(value) &&
               BN_cmp(value, EC_GROUP_get0_order(p256)) < 0;
    if (done) BN_set_flags(value, BN_FLG_CONSTTIME);
    if (done && point) {
        done = EC_POINT_oct2point(p256, other, point, count, context) == 1 &&
               EC_POINT_mul(p256, result, NULL, other, value, context) == 1;
    } else if (done) {
        done = EC_POINT_mul(p256, result, value, NULL, NULL, context) == 1;
    }
    done = done && EC_POINT_point2oct(p256, result, POINT_CONVERSION_UNCOMPRESSED, product, 65, context) == 65;
    BN_clear_free(value);
    BN_CTX_free(context);
    EC_POINT_clear_free(result);
    EC_POINT_free(other);
    return done;
}

/// A private key in DER, as PKCS #8 or in the older form of its kind; NULL if OpenSSL reads none. The caller frees it.
static inline EVP_PKEY *parlay_private_key(const unsigned char *der, long count) {
    const unsigned char *cursor = der;
    return d2i_AutoPrivateKey(NULL, &cursor, count);
}

/// The private number of a key on P-256, in 32 bytes. 1 on success, 0 for another key.
static inline int parlay_p256_private(const EVP_PKEY *key, unsigned char number[32]) {
    char group[32];
    BIGNUM *value = NULL;
    int done = EVP_PKEY_is_a(key, "EC") == 1 && EVP_PKEY_get_group_name(key, group, sizeof group, NULL) == 1 &&
               strcmp(group, "prime256v1") == 0 &&
               EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &value) == 1 && BN_bn2binpad(value, number, 32) == 32;
    BN_clear_free(value);
    return done;
}

/// The bits of an RSA key; 0 for another key.
static inline int parlay_rsa_bits(const EVP_PKEY *key) { return EVP_PKEY_is_a(key, "RSA") == 1 ? EVP_PKEY_get_bits(key) : 0; }
