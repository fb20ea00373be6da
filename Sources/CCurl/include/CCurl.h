#ifndef WORKPHOTOS_CCURL_H
#define WORKPHOTOS_CCURL_H

// libcurl, loaded at the first use: linked at build time it would cost every command the loading of some thirty
// libraries. Each function here calls libcurl's of the same name, with the types that Swift cannot give to a function of
// variable arguments. All but the first need a successful workphotos_curl_load.

// Some of the options in use have successors that older versions do not know.
#define CURL_DISABLE_DEPRECATION
#include <curl/curl.h>
#include <stddef.h>

/// Loads libcurl, once. Returns NULL, or why it cannot be used: it is not there, or too old.
const char *workphotos_curl_load(void);
/// The version of the loaded libcurl.
const char *workphotos_curl_version(void);

CURL *workphotos_easy_init(void);
void workphotos_easy_cleanup(CURL *easy);
CURLcode workphotos_easy_set_long(CURL *easy, CURLoption option, long value);
CURLcode workphotos_easy_set_offset(CURL *easy, CURLoption option, curl_off_t value);
CURLcode workphotos_easy_set_pointer(CURL *easy, CURLoption option, const void *value);

/// What is called with each part of a body or header, or for the next part of a body; as in libcurl.
typedef size_t (*workphotos_bytes)(char *bytes, size_t size, size_t count, void *context);
/// What is called before a request is sent on a connection; CURL_PREREQFUNC_OK, or CURL_PREREQFUNC_ABORT.
typedef int (*workphotos_before)(void *context, char *to, char *from, int to_port, int from_port);
/// Sets the four functions of a transfer and the context that they are called with.
CURLcode workphotos_easy_set_functions(
    CURL *easy, workphotos_bytes body, workphotos_bytes header, workphotos_bytes upload, workphotos_before before,
    void *context);

CURLcode workphotos_easy_get_long(CURL *easy, CURLINFO information, long *value);
CURLcode workphotos_easy_get_offset(CURL *easy, CURLINFO information, curl_off_t *value);
CURLcode workphotos_easy_pause(CURL *easy, int mask);
struct curl_slist *workphotos_slist_append(struct curl_slist *list, const char *text);
void workphotos_slist_free_all(struct curl_slist *list);

CURLM *workphotos_multi_init(void);
void workphotos_multi_cleanup(CURLM *multi);
CURLMcode workphotos_multi_add_handle(CURLM *multi, CURL *easy);
CURLMcode workphotos_multi_remove_handle(CURLM *multi, CURL *easy);
CURLMcode workphotos_multi_perform(CURLM *multi);
CURLMcode workphotos_multi_poll(CURLM *multi, int milliseconds);
CURLMcode workphotos_multi_wakeup(CURLM *multi);
/// The next transfer that has ended, with its result; NULL if there is none.
CURL *workphotos_multi_ended(CURLM *multi, CURLcode *result);

#endif
