#pragma once
// The variadic parts of libcurl that sending mail needs.
#include <curl/curl.h>

static inline CURLcode parlay_curl_set_text(CURL *handle, CURLoption option, const char *text) {
    return curl_easy_setopt(handle, option, text);
}

static inline CURLcode parlay_curl_set_number(CURL *handle, CURLoption option, long number) {
    return curl_easy_setopt(handle, option, number);
}

static inline CURLcode parlay_curl_set_recipients(CURL *handle, const struct curl_slist *recipients) {
    return curl_easy_setopt(handle, CURLOPT_MAIL_RCPT, recipients);
}

typedef size_t (*parlay_curl_reader)(char *buffer, size_t size, size_t count, void *context);

static inline CURLcode parlay_curl_set_reader(CURL *handle, parlay_curl_reader reader, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_READFUNCTION, reader);
    return code != CURLE_OK ? code : curl_easy_setopt(handle, CURLOPT_READDATA, context);
}

static inline long parlay_curl_response_code(CURL *handle) {
    long code = 0;
    return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &code) == CURLE_OK ? code : 0;
}

// 0 when it went well.
static inline int parlay_curl_initialize(void) { return (int)curl_global_init(CURL_GLOBAL_DEFAULT); }
