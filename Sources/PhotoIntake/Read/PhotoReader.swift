internal import Glibc
package import PhotoModel
package import SystemPackage

/// Reads files one after another, each to a ``FileReading``.
///
/// It owns the buffers that reading needs (about 200 KB), so it is made once a task and never shared.
package struct PhotoReader: ~Copyable {
    /// Rises whenever files are read otherwise than before: what an older version read is read again.
    package static let version = 2

    private let buffers = SourceBuffers()
    private var contents = ContentReader()
    private var path: [UInt8] = []

    package init() {}

    /// Reads the file `name`, bytes without slash and NUL, beneath the open directory `directory`.
    ///
    /// A name that nothing has any more is `vanished`. A symbolic link is `unreadable` unless links are followed;
    /// directories, FIFOs, sockets and devices always are. `now` is the time of reading, nanoseconds since 1970, by
    /// which ``FileReading/isRacy`` is judged. One that shrinks while it is read is `changed`.
    package mutating func read(
        name: [UInt8], in directory: Int32, followingLinks: Bool, now: Int64
    ) -> Result<FileReading, ReadFailure> {
        path.removeAll(keepingCapacity: true)
        path.append(contentsOf: name)
        path.append(0)
        return read(in: directory, followingLinks: followingLinks, now: now, absent: .vanished)
    }

    /// Reads the file at `path`, following links; a path that nothing has is `missing`. Else as
    /// ``read(name:in:followingLinks:now:)``.
    package mutating func read(path: FilePath, now: Int64) -> Result<FileReading, ReadFailure> {
        unsafe path.withPlatformString { characters in
            let bytes = unsafe UnsafeRawBufferPointer(start: characters, count: strlen(characters) + 1)
            unsafe self.path.replaceSubrange(self.path.indices, with: bytes)
        }
        return read(in: AT_FDCWD, followingLinks: true, now: now, absent: .missing)
    }

    private mutating func read(
        in directory: Int32, followingLinks: Bool, now: Int64, absent: Finding.Kind
    ) -> Result<FileReading, ReadFailure> {
        do throws(ReadFailure) {
            let file = try OpenFile.open(path, in: directory, followingLinks: followingLinks, absent: absent)
            let fingerprint = file.fingerprint
            try buffers.ends.read(file)
            var source = PhotoSource(file, buffers: buffers)
            let content = contents.read(&source)
            if let failure = source.failure { throw failure }
            return .success(
                FileReading(
                    fingerprint: fingerprint, isRacy: fingerprint.isRacy(readAt: now), digest: buffers.ends.digest,
                    content: content))
        } catch {
            return .failure(error)
        }
    }
}
