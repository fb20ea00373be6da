/* The floor of a scan: what one thread of C needs to walk a tree and to have libexif read the head of every JPEG file.
 *
 * Its rules: nftw, and for each regular file open, fstat, one read of 64 KiB, a search for the EXIF segment, one
 * exif_data_load_data, close. Options of libexif that cost work are off. No value is looked at, nothing is kept, there
 * is no database. An EXIF segment beyond the first 64 KiB is not found, which no file of the sample library has.
 *
 * usage: floor DIR; prints the number of files and of those with EXIF.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <ftw.h>
#include <libexif/exif-data.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static unsigned char head[65536];
static unsigned long files, withExif;

/* The EXIF block in the first `length` bytes of a JPEG file, from its "Exif\0\0" on; NULL where there is none. */
static const unsigned char *findExif(const unsigned char *bytes, size_t length, unsigned *size)
{
    size_t at = 2;
    if (length < 4 || bytes[0] != 0xFF || bytes[1] != 0xD8) return NULL;
    while (at + 4 <= length && bytes[at] == 0xFF && bytes[at + 1] != 0xDA) {
        size_t segment = (size_t)bytes[at + 2] << 8 | bytes[at + 3];
        if (segment < 2 || at + 2 + segment > length) return NULL;
        if (bytes[at + 1] == 0xE1 && segment >= 8 && !memcmp(bytes + at + 4, "Exif\0\0", 6)) {
            *size = (unsigned)(segment - 2);
            return bytes + at + 4;
        }
        at += 2 + segment;
    }
    return NULL;
}

static void load(const unsigned char *block, unsigned size)
{
    ExifData *data = exif_data_new();
    if (!data) return;
    exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION);
    exif_data_set_option(data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS);
    exif_data_set_option(data, EXIF_DATA_OPTION_DONT_CHANGE_MAKER_NOTE);
    exif_data_load_data(data, block, size);
    exif_data_unref(data);
    withExif++;
}

static int visit(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status, (void)place;
    if (kind != FTW_F) return 0;
    files++;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    struct stat now;
    if (fstat(file, &now) == 0) {
        ssize_t length = read(file, head, sizeof head);
        unsigned size = 0;
        const unsigned char *block = length > 0 ? findExif(head, (size_t)length, &size) : NULL;
        if (block) load(block, size);
    }
    close(file);
    return 0;
}

int main(int count, char **arguments)
{
    if (count != 2) {
        fputs("usage: floor DIR\n", stderr);
        return 64;
    }
    if (nftw(arguments[1], visit, 64, FTW_PHYS) != 0) {
        perror(arguments[1]);
        return 1;
    }
    printf("%lu files, %lu with EXIF\n", files, withExif);
    return 0;
}
