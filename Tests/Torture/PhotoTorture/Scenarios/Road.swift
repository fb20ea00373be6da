internal import Foundation
internal import Glibc
internal import SystemPackage
internal import WorkphotosTestSupport

/// Another path to files: a read-only mount that shows a directory, following links, with other device and inode
/// numbers, as SMB, FUSE and rclone's aliases do.
enum Road {
    /// Whether there is a compiler for it, and a kernel that supports it.
    static let isPossible = unsafe CompiledC.isPossible && access("/dev/fuse", R_OK | W_OK) == 0

    /// Mounts a directory at a second place. The server process ends when it is unmounted.
    static func lay(from source: FilePath, to place: FilePath, in world: World) throws -> Bool {
        let program = try CompiledC(name: "road", source: served, options: []).path(in: world)
        return try Program(path: program, home: "/").run(source.string, place.string).exit == 0
    }

    private static let served = """
        #define _GNU_SOURCE
        #include <dirent.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <linux/fuse.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/mount.h>
        #include <sys/stat.h>
        #include <sys/statvfs.h>
        #include <unistd.h>

        enum { most = 4096 };
        static char *paths[most];
        static unsigned count;
        static int fuse;

        static unsigned node(const char *path) {
            for (unsigned i = 0; i < count; i++) { if (strcmp(paths[i], path) == 0) { return i + 1; } }
            if (count == most) { exit(1); }
            paths[count++] = strdup(path);
            return count;
        }

        static void answer(unsigned long unique, int error, const void *bytes, size_t size) {
            static char buffer[1 << 20];
            struct fuse_out_header header = { .len = sizeof header + size, .error = -error, .unique = unique };
            memcpy(buffer, &header, sizeof header);
            if (size) { memcpy(buffer + sizeof header, bytes, size); }
            if (write(fuse, buffer, header.len) < 0 && errno == ENODEV) { exit(0); }
        }

        static void describe(const struct stat *status, unsigned identifier, struct fuse_attr *attributes) {
            attributes->ino = 1000000 + identifier;
            attributes->size = status->st_size;
            attributes->blocks = status->st_blocks;
            attributes->mtime = attributes->atime = attributes->ctime = status->st_mtim.tv_sec;
            attributes->mtimensec = attributes->atimensec = attributes->ctimensec = status->st_mtim.tv_nsec;
            attributes->mode = status->st_mode;
            attributes->nlink = 1;
            attributes->uid = status->st_uid;
            attributes->gid = status->st_gid;
            attributes->blksize = 4096;
        }

        static void list(unsigned long unique, const char *path, unsigned long skipped, unsigned most_bytes) {
            static char buffer[1 << 17];
            unsigned used = 0;
            unsigned long place = 0;
            DIR *directory = opendir(path);
            if (!directory) { answer(unique, errno, NULL, 0); return; }
            for (struct dirent *entry; (entry = readdir(directory));) {
                if (place++ < skipped) { continue; }
                struct fuse_dirent *item = (struct fuse_dirent *)(buffer + used);
                unsigned length = strlen(entry->d_name);
                unsigned size = FUSE_DIRENT_ALIGN(FUSE_NAME_OFFSET + length);
                if (used + size > most_bytes || used + size > sizeof buffer) { break; }
                memset(item, 0, size);
                item->ino = 1;
                item->off = place;
                item->namelen = length;
                memcpy(item->name, entry->d_name, length);
                used += size;
            }
            closedir(directory);
            answer(unique, 0, buffer, used);
        }

        static void serve(struct fuse_in_header *in, char *body) {
            const char *path = in->nodeid && in->nodeid <= count ? paths[in->nodeid - 1] : paths[0];
            struct stat status;
            switch (in->opcode) {
            case FUSE_INIT: {
                struct fuse_init_out out = { .major = 7, .minor = 31, .max_write = 65536, .time_gran = 1 };
                answer(in->unique, 0, &out, sizeof out);
                break;
            }
            case FUSE_LOOKUP: {
                char child[8192];
                snprintf(child, sizeof child, "%s/%s", path, body);
                if (stat(child, &status) != 0) { answer(in->unique, errno, NULL, 0); break; }
                struct fuse_entry_out out = { .nodeid = node(child) };
                describe(&status, out.nodeid, &out.attr);
                answer(in->unique, 0, &out, sizeof out);
                break;
            }
            case FUSE_GETATTR: {
                struct fuse_attr_out out = { 0 };
                if (stat(path, &status) != 0) { answer(in->unique, errno, NULL, 0); break; }
                describe(&status, in->nodeid, &out.attr);
                answer(in->unique, 0, &out, sizeof out);
                break;
            }
            case FUSE_OPEN: {
                struct fuse_open_out out = { 0 };
                int file = open(path, O_RDONLY | O_CLOEXEC);
                if (file < 0) { answer(in->unique, errno, NULL, 0); break; }
                out.fh = file;
                answer(in->unique, 0, &out, sizeof out);
                break;
            }
            case FUSE_OPENDIR: {
                struct fuse_open_out out = { 0 };
                answer(in->unique, 0, &out, sizeof out);
                break;
            }
            case FUSE_READ: {
                static char buffer[1 << 19];
                struct fuse_read_in *read = (struct fuse_read_in *)body;
                size_t wanted = read->size < sizeof buffer ? read->size : sizeof buffer;
                ssize_t size = pread(read->fh, buffer, wanted, read->offset);
                answer(in->unique, size < 0 ? errno : 0, buffer, size < 0 ? 0 : size);
                break;
            }
            case FUSE_READDIR: {
                struct fuse_read_in *read = (struct fuse_read_in *)body;
                list(in->unique, path, read->offset, read->size);
                break;
            }
            case FUSE_STATFS: {
                struct fuse_statfs_out out = { .st = { .bsize = 4096, .frsize = 4096, .namelen = 255 } };
                answer(in->unique, 0, &out, sizeof out);
                break;
            }
            case FUSE_RELEASE: close(((struct fuse_release_in *)body)->fh); answer(in->unique, 0, NULL, 0); break;
            case FUSE_RELEASEDIR: case FUSE_FLUSH: case FUSE_ACCESS: answer(in->unique, 0, NULL, 0); break;
            case FUSE_FORGET: case FUSE_BATCH_FORGET: case FUSE_INTERRUPT: break;
            default: answer(in->unique, ENOSYS, NULL, 0);
            }
        }

        int main(int number, char **words) {
            static char request[1 << 18];
            char options[100];
            if (number != 3) { return 2; }
            fuse = open("/dev/fuse", O_RDWR | O_CLOEXEC);
            snprintf(options, sizeof options, "fd=%d,rootmode=40000,user_id=%d,group_id=%d", fuse, getuid(), getgid());
            node(words[1]);
            if (fuse < 0 || mount("road", words[2], "fuse", MS_NOSUID | MS_NODEV, options) != 0) { return 1; }
            pid_t child = fork();
            if (child != 0) { return child < 0; }
            /* Whoever waits for this program waits for its descriptors. */
            if (dup2(fuse, 0) != 0 || close_range(1, ~0U, 0) != 0) { return 1; }
            fuse = 0;
            for (;;) {
                ssize_t size = read(fuse, request, sizeof request);
                if (size < 0 && (errno == EINTR || errno == ENOENT || errno == EAGAIN)) { continue; }
                if (size < (ssize_t)sizeof(struct fuse_in_header)) { return 0; }
                serve((struct fuse_in_header *)request, request + sizeof(struct fuse_in_header));
            }
        }
        """
}
