#pragma once
// What the HTTP client needs of libcurl: its options are set by variadic calls, which do not import into Swift.
#include <curl/curl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct parlay_http_options {
    const char *url;
    const char *method;
    // NULL for a request without a body. Copied.
    const void *body;
    curl_off_t body_length;
    // Must live as long as the handle.
    struct curl_slist *headers;
    struct curl_slist *resolve;
    long timeout_ms;
    long connect_timeout_ms;
    long redirects;
    int is_head;
    int decompresses;
    int multiplexes;
    // Passed to every callback.
    void *context;
    curl_write_callback on_header;
    curl_write_callback on_body;
    curl_opensocket_callback open_socket;
};

#define PARLAY_SET(option, value)                                 \
    do {                                                          \
        CURLcode code = curl_easy_setopt(easy, (option), (value)); \
        if (code != CURLE_OK) return code;                        \
    } while (0)

static inline CURLcode parlay_http_configure(CURL *easy, const struct parlay_http_options *options) {
    PARLAY_SET(CURLOPT_NOSIGNAL, 1L);
    // A request that ends while its name is being looked up must not wait for the resolver's thread, which frees
    // what it holds by itself.
    PARLAY_SET(CURLOPT_QUICK_EXIT, 1L);
    PARLAY_SET(CURLOPT_PROTOCOLS_STR, "http,https");
    PARLAY_SET(CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
    PARLAY_SET(CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
    // A proxy named in the environment would connect in our place, past the check of addresses.
    PARLAY_SET(CURLOPT_PROXY, "");
    PARLAY_SET(CURLOPT_SSL_VERIFYPEER, 1L);
    PARLAY_SET(CURLOPT_SSL_VERIFYHOST, 2L);
    PARLAY_SET(CURLOPT_URL, options->url);
    PARLAY_SET(CURLOPT_FOLLOWLOCATION, options->redirects > 0 ? 1L : 0L);
    PARLAY_SET(CURLOPT_MAXREDIRS, options->redirects);
    PARLAY_SET(CURLOPT_TIMEOUT_MS, options->timeout_ms);
    PARLAY_SET(CURLOPT_CONNECTTIMEOUT_MS, options->connect_timeout_ms);
    if (options->is_head) PARLAY_SET(CURLOPT_NOBODY, 1L);
    if (options->body != NULL) {
        PARLAY_SET(CURLOPT_POSTFIELDSIZE_LARGE, options->body_length);
        PARLAY_SET(CURLOPT_COPYPOSTFIELDS, options->body);
    }
    PARLAY_SET(CURLOPT_CUSTOMREQUEST, options->method);
    if (options->headers != NULL) PARLAY_SET(CURLOPT_HTTPHEADER, options->headers);
    if (options->resolve != NULL) PARLAY_SET(CURLOPT_RESOLVE, options->resolve);
    if (options->decompresses) PARLAY_SET(CURLOPT_ACCEPT_ENCODING, "");
    // A transfer waits until it is known whether the first connection can take it as another stream of HTTP/2.
    if (options->multiplexes) PARLAY_SET(CURLOPT_PIPEWAIT, 1L);
    PARLAY_SET(CURLOPT_WRITEFUNCTION, options->on_body);
    PARLAY_SET(CURLOPT_WRITEDATA, options->context);
    PARLAY_SET(CURLOPT_HEADERFUNCTION, options->on_header);
    PARLAY_SET(CURLOPT_HEADERDATA, options->context);
    PARLAY_SET(CURLOPT_OPENSOCKETFUNCTION, options->open_socket);
    PARLAY_SET(CURLOPT_OPENSOCKETDATA, options->context);
    return CURLE_OK;
}
#undef PARLAY_SET

// Takes the place of the system's file of certificates; those of its directory are trusted as well. Copied.
static inline CURLcode parlay_http_trust(CURL *easy, const char *certificates) {
    return curl_easy_setopt(easy, CURLOPT_CAINFO, certificates);
}

static inline CURLMcode parlay_http_callbacks(CURLM *multi, curl_socket_callback on_socket,
                                              curl_multi_timer_callback on_timer, void *context) {
    CURLMcode code = curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, on_socket);
    if (code == CURLM_OK) code = curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
    if (code == CURLM_OK) code = curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, on_timer);
    if (code == CURLM_OK) code = curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
    return code;
}

// Idle connections that are kept for the next request.
static inline CURLMcode parlay_http_keep(CURLM *multi, long connections) {
    return curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, connections);
}

static inline long parlay_http_status(CURL *easy) {
    long status = 0;
    return curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0;
}

// Seconds until the server wants to be asked again; 0 when it did not say.
static inline int64_t parlay_http_retry_after(CURL *easy) {
    curl_off_t seconds = 0;
    return curl_easy_getinfo(easy, CURLINFO_RETRY_AFTER, &seconds) == CURLE_OK ? (int64_t)seconds : 0;
}

static inline int parlay_http_copy_address(const struct sockaddr *address, uint8_t bytes[16]) {
    if (address->sa_family == AF_INET) {
        memcpy(bytes, &((const struct sockaddr_in *)address)->sin_addr, 4);
        return 4;
    }
    if (address->sa_family == AF_INET6) {
        memcpy(bytes, &((const struct sockaddr_in6 *)address)->sin6_addr, 16);
        return 16;
    }
    return 0;
}

// The bytes of the address that is about to be connected to: 4, 16, or 0 for another family.
static inline int parlay_http_peer(const struct curl_sockaddr *peer, uint8_t bytes[16]) {
    return parlay_http_copy_address(&peer->addr, bytes);
}

static inline curl_socket_t parlay_http_open(const struct curl_sockaddr *peer) {
    return socket(peer->family, peer->socktype | SOCK_CLOEXEC, peer->protocol);
}

// The bytes of a host that is an address already, in whatever spelling the resolver takes; 0 for a name.
static inline int parlay_http_literal(const char *host, uint8_t bytes[16]) {
    struct addrinfo hints = {.ai_flags = AI_NUMERICHOST, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    if (getaddrinfo(host, NULL, &hints, &found) != 0 || found == NULL) return 0;
    int count = parlay_http_copy_address(found->ai_addr, bytes);
    freeaddrinfo(found);
    return count;
}
