#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>

// Tells packagers what is loaded with dlopen: https://uapi-group.org/specifications/specs/elf_dlopen_metadata
#define NAMES \
    "[{\"feature\":\"http\",\"description\":\"Google Drive, and the remotes of rclone\",\"priority\":\"recommended\"," \
    "\"soname\":[\"libcurl.so.4\",\"libcurl-gnutls.so.4\"]}]"
__attribute__((used, aligned(4), section(".note.dlopen"))) static const struct {
    uint32_t owner_size, text_size, type;
    char owner[4];
    __attribute__((aligned(4))) char text[sizeof NAMES];
} dlopen_note = {4, sizeof NAMES, 0x407c0c0a, "FDO", NAMES};

static struct {
    __typeof__(&curl_global_init) global_init;
    __typeof__(&curl_version_info) version_info;
    __typeof__(&curl_easy_init) easy_init;
    __typeof__(&curl_easy_cleanup) easy_cleanup;
    CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
    CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
    __typeof__(&curl_easy_pause) easy_pause;
    __typeof__(&curl_slist_append) slist_append;
    __typeof__(&curl_slist_free_all) slist_free_all;
    __typeof__(&curl_multi_init) multi_init;
    __typeof__(&curl_multi_cleanup) multi_cleanup;
    __typeof__(&curl_multi_add_handle) multi_add_handle;
    __typeof__(&curl_multi_remove_handle) multi_remove_handle;
    __typeof__(&curl_multi_perform) multi_perform;
    __typeof__(&curl_multi_poll) multi_poll;
    __typeof__(&curl_multi_wakeup) multi_wakeup;
    __typeof__(&curl_multi_info_read) multi_info_read;
} curl;

static const char *failure = "libcurl is not loaded";

// 7.80: the first that says when a request goes out on a connection (CURLOPT_PREREQFUNCTION).
enum { OLDEST = 0x075000 };

static void load(void) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) { library = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL); }
    if (library == NULL) {
        failure = "libcurl is not installed";
        return;
    }
    failure = "libcurl is too old; 7.80 or later is needed";
#define FIND(name) if ((*(void **)&curl.name = dlsym(library, "curl_" #name)) == NULL) { return; }
    FIND(global_init)
    FIND(version_info)
    FIND(easy_init)
    FIND(easy_cleanup)
    FIND(easy_setopt)
    FIND(easy_getinfo)
    FIND(easy_pause)
    FIND(slist_append)
    FIND(slist_free_all)
    FIND(multi_init)
    FIND(multi_cleanup)
    FIND(multi_add_handle)
    FIND(multi_remove_handle)
    FIND(multi_perform)
    FIND(multi_poll)
    FIND(multi_wakeup)
    FIND(multi_info_read)
#undef FIND
    if (curl.version_info(CURLVERSION_NOW)->version_num < OLDEST) { return; }
    failure = curl.global_init(CURL_GLOBAL_ALL) == CURLE_OK ? NULL : "libcurl does not start";
}

const char *workphotos_curl_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return failure;
}

const char *workphotos_curl_version(void) { return curl.version_info(CURLVERSION_NOW)->version; }

CURL *workphotos_easy_init(void) { return curl.easy_init(); }
void workphotos_easy_cleanup(CURL *easy) { curl.easy_cleanup(easy); }
CURLcode workphotos_easy_set_long(CURL *easy, CURLoption option, long value) {
    return (*curl.easy_setopt)(easy, option, value);
}
CURLcode workphotos_easy_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
    return (*curl.easy_setopt)(easy, option, value);
}
CURLcode workphotos_easy_set_pointer(CURL *easy, CURLoption option, const void *value) {
    return (*curl.easy_setopt)(easy, option, value);
}

CURLcode workphotos_easy_set_functions(
    CURL *easy, workphotos_bytes body, workphotos_bytes header, workphotos_bytes upload, workphotos_before before,
    void *context) {
    CURLcode code = CURLE_OK;
#define SET(option, value) if (code == CURLE_OK) { code = (*curl.easy_setopt)(easy, option, value); }
    SET(CURLOPT_WRITEFUNCTION, body)
    SET(CURLOPT_WRITEDATA, context)
    SET(CURLOPT_HEADERFUNCTION, header)
    SET(CURLOPT_HEADERDATA, context)
    SET(CURLOPT_READFUNCTION, upload)
    SET(CURLOPT_READDATA, context)
    SET(CURLOPT_PREREQFUNCTION, before)
    SET(CURLOPT_PREREQDATA, context)
#undef SET
    return code;
}

CURLcode workphotos_easy_get_long(CURL *easy, CURLINFO information, long *value) {
    return (*curl.easy_getinfo)(easy, information, value);
}
CURLcode workphotos_easy_get_offset(CURL *easy, CURLINFO information, curl_off_t *value) {
    return (*curl.easy_getinfo)(easy, information, value);
}
CURLcode workphotos_easy_pause(CURL *easy, int mask) { return curl.easy_pause(easy, mask); }
struct curl_slist *workphotos_slist_append(struct curl_slist *list, const char *text) {
    return curl.slist_append(list, text);
}
void workphotos_slist_free_all(struct curl_slist *list) { curl.slist_free_all(list); }

CURLM *workphotos_multi_init(void) { return curl.multi_init(); }
void workphotos_multi_cleanup(CURLM *multi) { curl.multi_cleanup(multi); }
CURLMcode workphotos_multi_add_handle(CURLM *multi, CURL *easy) { return curl.multi_add_handle(multi, easy); }
CURLMcode workphotos_multi_remove_handle(CURLM *multi, CURL *easy) { return curl.multi_remove_handle(multi, easy); }
CURLMcode workphotos_multi_perform(CURLM *multi) {
    int running;
    return curl.multi_perform(multi, &running);
}
CURLMcode workphotos_multi_poll(CURLM *multi, int milliseconds) {
    return curl.multi_poll(multi, NULL, 0, milliseconds, NULL);
}
CURLMcode workphotos_multi_wakeup(CURLM *multi) { return curl.multi_wakeup(multi); }

CURL *workphotos_multi_ended(CURLM *multi, CURLcode *result) {
    int left;
    CURLMsg *message;
    while ((message = curl.multi_info_read(multi, &left)) != NULL) {
        if (message->msg != CURLMSG_DONE) { continue; }
        *result = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}
