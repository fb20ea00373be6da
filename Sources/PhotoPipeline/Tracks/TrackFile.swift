import Crypto
import Glibc
import PhotoFiles
import PhotoIndex
import PhotoIntake
import PhotoModel
import SystemPackage

struct TrackFile: Hashable, Sendable {
    /// Absolute.
    let path: FilePath
    /// Changes when the file changes.
    let fingerprint: Fingerprint

    /// Returns nil if there is no such regular file.
    init?(_ path: FilePath) {
        guard let status = try? FileStatus(at: path, followingLinks: true), status.isRegular else { return nil }
        (self.path, fingerprint) = (path, status.fingerprint)
    }

    /// Whether there is nothing at a path; false if nobody can tell.
    static func isMissing(_ path: FilePath) -> Bool {
        do { return try FileStatus(ifAnyAt: path) == nil } catch { return false }
    }

    /// Looks up paths and patterns (glob(7)), each once: every batch of an upload does.
    ///
    /// - Returns: the files, without duplicates, sorted by path; and the patterns that match no file.
    static func named(by patterns: [FilePath]) -> (files: [TrackFile], empty: [FilePath]) {
        var files: [FilePath: TrackFile] = [:]
        var empty: [FilePath] = []
        for pattern in patterns {
            let found = paths(matching: pattern).compactMap(TrackFile.init)
            if found.isEmpty { empty.append(pattern) }
            for file in found { files[file.path] = file }
        }
        return (files.values.sorted { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }, empty)
    }

    private static func paths(matching pattern: FilePath) -> [FilePath] {
        var found = unsafe glob_t()
        defer { unsafe globfree(&found) }
        guard unsafe pattern.withPlatformString({ unsafe glob($0, GLOB_NOSORT, nil, &found) }) == 0 else { return [] }
        return (0..<Int(unsafe found.gl_pathc)).compactMap { index in
            unsafe found.gl_pathv[index].map { unsafe FilePath(platformString: $0) }
        }
    }

    /// Reads the file.
    ///
    /// - Parameter isNamed: whether a person named it to a scan.
    func read(isNamed: Bool) -> ReadTrack {
        var read = ReadTrack(path: path, isNamed: isNamed, fingerprint: fingerprint)
        do throws(Errno) {
            guard let bytes = try SmallFile.read(path) else { throw .noSuchFileOrDirectory }
            read.sha256 = Array(SHA256.hash(data: bytes))
            // The file may have changed since its status was read, or within the same tick of the clock. Such a
            // fingerprint never matches, so the file is read again next time.
            if TrackFile(path) != self || fingerprint.isFresh { read.fingerprint.changed = 0 }
            take(bytes, into: &read)
        } catch {
            read.problem = "cannot be read: \(error)"
        }
        return read
    }

    private func take(_ bytes: [UInt8], into read: inout ReadTrack) {
        do throws(MapFileError) {
            read.tracks = try TrackReader.read(bytes)
        } catch {
            read.problem = error.line.map { "line \($0): \(error.message)" } ?? error.message
        }
    }
}

extension Fingerprint {
    /// Whether the file changed so recently that another change might not alter its times.
    fileprivate var isFresh: Bool {
        var now = timespec()
        guard unsafe clock_gettime(CLOCK_REALTIME, &now) == 0 else { return true }
        return isRacy(readAt: Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec))
    }
}
