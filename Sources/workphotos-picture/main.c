// workphotos-picture EDGE SECONDS: makes a JPEG of a photo, at most EDGE pixels wide and high, within SECONDS of the
// processor's time. The photo, a JPEG or HEIF file, is open for reading as descriptor 0; the picture goes to
// descriptor 1. `workphotos review` starts it for one photo each.
//
// Whatever a photo does to a decoder stays in here: before the first byte is decoded the process gives up everything
// else (confine.h). The libraries that decode are loaded if they are there, and declared here, so that their headers
// are not needed: TurboJPEG's functions of version 1.4 and libheif's of 1.0.
//
// Exits with 0 after a picture, 64 if the arguments are wrong, 65 if the photo cannot be decoded, 69 if the library for
// it, or its decoder, is missing, 71 if the system cannot confine it. HEIF is turned as it says; a JPEG is left as it is stored. Colour
// profiles are not copied.

#include "confine.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { DONE = 0, USAGE = 64, BROKEN = 65, MISSING = 69, UNCONFINED = 71 };
// In bytes, pixels and hundredths.
enum { MOST_BYTES = 256 << 20, MOST_PIXELS = 512 << 20, QUALITY = 85 };

// Tells packagers what is loaded with dlopen: https://uapi-group.org/specifications/specs/elf_dlopen_metadata
#define NAMES \
    "[{\"feature\":\"jpeg\",\"description\":\"pictures of JPEG and HEIF files\",\"priority\":\"recommended\"," \
    "\"soname\":[\"libturbojpeg.so.0\"]}," \
    "{\"feature\":\"heif\",\"description\":\"pictures of HEIF files\",\"priority\":\"recommended\"," \
    "\"soname\":[\"libheif.so.1\"]}]"
__attribute__((used, aligned(4), section(".note.dlopen"))) static const struct {
    uint32_t owner_size, text_size, type;
    char owner[4];
    __attribute__((aligned(4))) char text[sizeof NAMES];
} dlopen_note = {4, sizeof NAMES, 0x407c0c0a, "FDO", NAMES};

static struct {
    void *(*tjInitDecompress)(void);
    void *(*tjInitCompress)(void);
    int (*tjDecompressHeader3)(
        void *handle, const unsigned char *bytes, unsigned long size, int *width, int *height, int *samples,
        int *colours);
    int (*tjDecompress2)(
        void *handle, const unsigned char *bytes, unsigned long size, unsigned char *pixels, int width, int pitch,
        int height, int format, int flags);
    int (*tjCompress2)(
        void *handle, const unsigned char *pixels, int width, int pitch, int height, int format, unsigned char **bytes,
        unsigned long *size, int samples, int quality, int flags);
    int (*tjGetErrorCode)(void *handle);
} jpeg;
enum { TJPF_RGB = 0, TJPF_CMYK = 11, TJCS_CMYK = 3, TJSAMP_420 = 2, TJERR_WARNING = 0, TJFLAG_LIMITSCANS = 32768 };

struct heif_error {
    int code, subcode;
    const char *message;
};
// The beginning of version 1 of the options.
struct heif_options {
    uint8_t version, ignores_transformations;
    void (*functions[3])(void);
    void *context;
    uint8_t converts_to_8_bits;
};
static struct {
    struct heif_error (*heif_init)(void *);
    void *(*heif_context_alloc)(void);
    void (*heif_context_set_max_decoding_threads)(void *context, int most);
    struct heif_error (*heif_context_read_from_memory_without_copy)(
        void *context, const void *bytes, size_t size, const void *options);
    struct heif_error (*heif_context_get_primary_image_handle)(void *context, void **handle);
    int (*heif_image_handle_get_width)(const void *handle);
    int (*heif_image_handle_get_height)(const void *handle);
    int (*heif_image_handle_get_list_of_thumbnail_IDs)(const void *handle, uint32_t *identities, int count);
    struct heif_error (*heif_image_handle_get_thumbnail)(const void *handle, uint32_t identity, void **thumbnail);
    struct heif_options *(*heif_decoding_options_alloc)(void);
    struct heif_error (*heif_decode_image)(
        const void *handle, void **image, int colours, int chroma, const struct heif_options *options);
    int (*heif_image_get_width)(const void *image, int channel);
    int (*heif_image_get_height)(const void *image, int channel);
    const uint8_t *(*heif_image_get_plane_readonly)(const void *image, int channel, int *stride);
} heif;
enum { HEIF_RGB = 1, HEIF_INTERLEAVED_RGB = 10, HEIF_INTERLEAVED = 10, HEIF_UNSUPPORTED = 4 };

// Rows of pixels, each of them red, green and blue; a row is `pitch` bytes behind the one before.
struct pixels {
    const unsigned char *bytes;
    int width, height, pitch;
};

static int load_jpeg(void) {
    void *library = dlopen("libturbojpeg.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) { return MISSING; }
#define FIND(name) if ((*(void **)&jpeg.name = dlsym(library, #name)) == NULL) { return MISSING; }
    FIND(tjInitDecompress)
    FIND(tjInitCompress)
    FIND(tjDecompressHeader3)
    FIND(tjDecompress2)
    FIND(tjCompress2)
    FIND(tjGetErrorCode)
#undef FIND
    return DONE;
}

static int load_heif(void) {
    void *library = dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) { return MISSING; }
#define FIND(name) if ((*(void **)&heif.name = dlsym(library, #name)) == NULL) { return MISSING; }
    FIND(heif_context_alloc)
    FIND(heif_context_read_from_memory_without_copy)
    FIND(heif_context_get_primary_image_handle)
    FIND(heif_image_handle_get_width)
    FIND(heif_image_handle_get_height)
    FIND(heif_image_handle_get_list_of_thumbnail_IDs)
    FIND(heif_image_handle_get_thumbnail)
    FIND(heif_decoding_options_alloc)
    FIND(heif_decode_image)
    FIND(heif_image_get_width)
    FIND(heif_image_get_height)
    FIND(heif_image_get_plane_readonly)
#undef FIND
    *(void **)&heif.heif_context_set_max_decoding_threads = dlsym(library, "heif_context_set_max_decoding_threads");
    // Loads the decoders where they are files of their own (since 1.14).
    *(void **)&heif.heif_init = dlsym(library, "heif_init");
    return heif.heif_init == NULL || heif.heif_init(NULL).code == 0 ? DONE : MISSING;
}

static int larger(int one, int other) { return one > other ? one : other; }

// Whether a picture of these measures is decoded at all.
static int is_sane(int width, int height) {
    return width > 0 && height > 0 && (int64_t)width * height <= MOST_PIXELS;
}

// Averages the pixels that become one. Returns NULL where there is no memory for it.
static unsigned char *shrunken(struct pixels source, int width, int height) {
    unsigned char *target = malloc((size_t)width * (size_t)height * 3);
    if (target == NULL) { return NULL; }
    unsigned char *place = target;
    for (int64_t y = 0; y < height; y++) {
        const int top = (int)(y * source.height / height), bottom = larger(top + 1, (int)((y + 1) * source.height / height));
        for (int64_t x = 0; x < width; x++) {
            const int left = (int)(x * source.width / width), right = larger(left + 1, (int)((x + 1) * source.width / width));
            uint32_t sums[3] = {0, 0, 0};
            for (int row = top; row < bottom; row++) {
                const unsigned char *pixel = source.bytes + (int64_t)row * source.pitch + (int64_t)left * 3;
                for (int column = left; column < right; column++, pixel += 3) {
                    for (int colour = 0; colour < 3; colour++) { sums[colour] += pixel[colour]; }
                }
            }
            const uint32_t count = (uint32_t)(bottom - top) * (uint32_t)(right - left);
            for (int colour = 0; colour < 3; colour++) { *place++ = (unsigned char)((sums[colour] + count / 2) / count); }
        }
    }
    return target;
}

// Writes the pixels as a JPEG whose longer edge is at most `edge`.
static int put(struct pixels picture, int edge) {
    const int longer = larger(picture.width, picture.height);
    if (longer > edge) {
        const int width = larger(1, (int)((int64_t)picture.width * edge / longer));
        const int height = larger(1, (int)((int64_t)picture.height * edge / longer));
        picture = (struct pixels){shrunken(picture, width, height), width, height, width * 3};
        if (picture.bytes == NULL) { return BROKEN; }
    }
    unsigned char *bytes = NULL;
    unsigned long size = 0;
    void *handle = jpeg.tjInitCompress();
    if (handle == NULL
        || jpeg.tjCompress2(
               handle, picture.bytes, picture.width, picture.pitch, picture.height, TJPF_RGB, &bytes, &size,
               TJSAMP_420, QUALITY, 0) != 0) {
        return BROKEN;
    }
    while (size > 0) {
        const ssize_t count = write(1, bytes, size);
        if (count <= 0) { return BROKEN; }
        bytes += count;
        size -= (unsigned long)count;
    }
    return DONE;
}

// Inks, as Adobe writes them, become light: 255 is no ink.
static void lighten(unsigned char *bytes, size_t pixels) {
    const unsigned char *ink = bytes;
    for (; pixels > 0; pixels--, ink += 4) {
        const unsigned int black = ink[3];
        for (int colour = 0; colour < 3; colour++) { *bytes++ = (unsigned char)(ink[colour] * black / 255); }
    }
}

static int from_jpeg(const unsigned char *bytes, unsigned long size, int edge) {
    int width, height, samples, colours;
    void *handle = jpeg.tjInitDecompress();
    if (handle == NULL) { return BROKEN; }
    // A warning is no failure: of a file that was cut, what is there is shown.
    if (jpeg.tjDecompressHeader3(handle, bytes, size, &width, &height, &samples, &colours) != 0
        && jpeg.tjGetErrorCode(handle) != TJERR_WARNING) {
        return BROKEN;
    }
    if (!is_sane(width, height)) { return BROKEN; }
    // The smallest of an eighth to eight eighths that is still large enough.
    int eighths = 1;
    while (eighths < 8 && (int64_t)larger(width, height) * eighths / 8 < edge) { eighths++; }
    width = (int)(((int64_t)width * eighths + 7) / 8);
    height = (int)(((int64_t)height * eighths + 7) / 8);
    const int isInk = colours >= TJCS_CMYK;
    const int pitch = width * (isInk ? 4 : 3);
    unsigned char *pixels = malloc((size_t)pitch * (size_t)height);
    if (pixels == NULL) { return BROKEN; }
    if (jpeg.tjDecompress2(
            handle, bytes, size, pixels, width, pitch, height, isInk ? TJPF_CMYK : TJPF_RGB, TJFLAG_LIMITSCANS) != 0
        && jpeg.tjGetErrorCode(handle) != TJERR_WARNING) {
        return BROKEN;
    }
    if (isInk) { lighten(pixels, (size_t)width * (size_t)height); }
    return put((struct pixels){pixels, width, height, width * 3}, edge);
}

// The picture's small one if that is large enough, and there is one; else the picture.
static void *smallest(void *handle, int edge) {
    uint32_t identity;
    void *thumbnail;
    if (heif.heif_image_handle_get_list_of_thumbnail_IDs(handle, &identity, 1) != 1
        || heif.heif_image_handle_get_thumbnail(handle, identity, &thumbnail).code != 0) {
        return handle;
    }
    const int longer =
        larger(heif.heif_image_handle_get_width(thumbnail), heif.heif_image_handle_get_height(thumbnail));
    return longer >= edge / 2 ? thumbnail : handle;
}

static int from_heif(const unsigned char *bytes, unsigned long size, int edge) {
    void *context = heif.heif_context_alloc(), *handle, *image = NULL;
    struct heif_options *options = heif.heif_decoding_options_alloc();
    if (context == NULL || options == NULL) { return BROKEN; }
    if (heif.heif_context_set_max_decoding_threads != NULL) { heif.heif_context_set_max_decoding_threads(context, 0); }
    if (heif.heif_context_read_from_memory_without_copy(context, bytes, size, NULL).code != 0
        || heif.heif_context_get_primary_image_handle(context, &handle).code != 0) {
        return BROKEN;
    }
    handle = smallest(handle, edge);
    if (!is_sane(heif.heif_image_handle_get_width(handle), heif.heif_image_handle_get_height(handle))) {
        return BROKEN;
    }
    options->converts_to_8_bits = 1;
    const int failure = heif.heif_decode_image(handle, &image, HEIF_RGB, HEIF_INTERLEAVED_RGB, options).code;
    if (failure != 0) { return failure == HEIF_UNSUPPORTED ? MISSING : BROKEN; }
    struct pixels picture = {
        NULL, heif.heif_image_get_width(image, HEIF_INTERLEAVED), heif.heif_image_get_height(image, HEIF_INTERLEAVED),
        0};
    picture.bytes = heif.heif_image_get_plane_readonly(image, HEIF_INTERLEAVED, &picture.pitch);
    if (picture.bytes == NULL || !is_sane(picture.width, picture.height)) { return BROKEN; }
    return put(picture, edge);
}

// All bytes of descriptor 0. Returns NULL where there are fewer by now, or no memory.
static unsigned char *all_bytes(size_t size) {
    unsigned char *bytes = malloc(size);
    for (size_t done = 0; bytes != NULL && done < size;) {
        const ssize_t count = read(0, bytes + done, size - done);
        if (count <= 0) { return NULL; }
        done += (size_t)count;
    }
    return bytes;
}

// The number that an argument says; 0 where it says none, or one that is too large.
static unsigned int number(const char *text, unsigned long most) {
    char *end;
    const unsigned long value = strtoul(text, &end, 10);
    return end == text || *end != 0 || value > most ? 0 : (unsigned int)value;
}

int main(int count, char *arguments[]) {
    const unsigned int edge = count == 3 ? number(arguments[1], 8192) : 0;
    const unsigned int seconds = count == 3 ? number(arguments[2], 60) : 0;
    struct stat status;
    unsigned char start[12];
    if (edge == 0 || seconds == 0) { return USAGE; }
    if (fstat(0, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size > MOST_BYTES) { return BROKEN; }
    if (pread(0, start, sizeof start, 0) != sizeof start || lseek(0, 0, SEEK_SET) != 0) { return BROKEN; }
    // Only the library for it is loaded, and TurboJPEG, which writes the picture.
    const int is_jpeg = memcmp(start, "\xFF\xD8\xFF", 3) == 0;
    if (!is_jpeg && memcmp(start + 4, "ftyp", 4) != 0) { return BROKEN; }
    if (load_jpeg() != DONE || (!is_jpeg && load_heif() != DONE)) { return MISSING; }
    if (confine(seconds) != 0) { return UNCONFINED; }
    const size_t size = (size_t)status.st_size;
    unsigned char *bytes = all_bytes(size);
    if (bytes == NULL) { return BROKEN; }
    const int outcome = is_jpeg ? from_jpeg(bytes, size, (int)edge) : from_heif(bytes, size, (int)edge);
    // Nothing of what the libraries would do at the end.
    _exit(outcome);
}
