internal import Glibc
package import PhotoModel
package import SystemPackage

/// Reads files one after another, each to a ``FileReading``.
///
/// It owns the buffers that reading needs (about 200 KB), so it is made once a task and never shared.
package struct PhotoReader: ~Copyable {
    /// Rises whenever files are read otherwise than before: what an older version read is read again.
    package static let version = 4

    private let buffers = SourceBuffers()
    private var contents = ContentReader()
    private var path: [UInt8] = []

    package init() {}

    /// Reads the file `name`, bytes without slash and NUL, beneath the open directory `directory`.
    ///
    /// A name that nothing has any more is `vanished`. A symbolic link is `unreadable` unless links are followed;
    /// directories, FIFOs, sockets and devices always are. `now` is the time of reading, nanoseconds since 1970, by
    /// which ``FileReading/isRacy`` is judged. One that shrinks while it is read is `changed`.
    ///
    /// `sidecars` are the names of a photo's sidecars in the same directory, by precedence. They are opened in the same
    /// way, and only where the file does not tell all by itself (``PhotoFacts/isComplete``). What XMP says goes before
    /// what Takeout says, whatever their order. One that cannot be read, or is none, says nothing here: reading it by
    /// itself tells the problem. Where nothing tells a time, the file's name may.
    package mutating func read(
        name: [UInt8], in directory: Int32, followingLinks: Bool, now: Int64, sidecars: [[UInt8]] = []
    ) -> Result<FileReading, ReadFailure> {
        path.removeAll(keepingCapacity: true)
        path.append(contentsOf: name)
        path.append(0)
        let place = Place(directory: directory, followingLinks: followingLinks, absent: .vanished)
        return read(at: place, now: now, sidecars: sidecars)
    }

    /// Reads the file at `path`, following links; a path that nothing has is `missing`. `sidecars` are paths as well.
    /// Else as ``read(name:in:followingLinks:now:sidecars:)``.
    package mutating func read(
        path: FilePath, now: Int64, sidecars: [FilePath] = []
    ) -> Result<FileReading, ReadFailure> {
        unsafe path.withPlatformString { characters in
            let bytes = unsafe UnsafeRawBufferPointer(start: characters, count: strlen(characters) + 1)
            unsafe self.path.replaceSubrange(self.path.indices, with: bytes)
        }
        let place = Place(directory: AT_FDCWD, followingLinks: true, absent: .missing)
        return read(at: place, now: now, sidecars: sidecars.map(\.bytes))
    }

    /// How names are opened.
    private struct Place {
        var directory: Int32
        var followingLinks: Bool
        /// The failure's kind where nothing has a name.
        var absent: Finding.Kind
    }

    private mutating func read(
        at place: Place, now: Int64, sidecars: [[UInt8]]
    ) -> Result<FileReading, ReadFailure> {
        do throws(ReadFailure) {
            var (fingerprint, content) = try readContent(at: place)
            let digest = buffers.ends.digest
            if !sidecars.isEmpty || content.isPhotoWithoutTime, case .photo(var facts) = content {
                let named = FileNameTime.captureTime(of: name.span)
                add(sidecars, at: place, to: &facts)
                if facts.captureTime == nil { facts.captureTime = named }
                content = .photo(facts)
            }
            return .success(
                FileReading(
                    fingerprint: fingerprint, isRacy: fingerprint.isRacy(readAt: now), digest: digest, content: content)
            )
        } catch {
            return .failure(error)
        }
    }

    /// The last name of ``path``.
    private var name: ArraySlice<UInt8> {
        let bytes = path.dropLast()
        return bytes[(bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? bytes.startIndex)...]
    }

    /// Reads the file that ``path`` names; a sidecar for a photo of which `facts` are known.
    private mutating func readContent(
        at place: Place, for facts: PhotoFacts? = nil
    ) throws(ReadFailure) -> (fingerprint: Fingerprint, content: FileContent) {
        let file = try OpenPhoto.open(
            path, in: place.directory, followingLinks: place.followingLinks, absent: place.absent)
        let fingerprint = file.fingerprint
        try buffers.ends.read(file)
        var source = PhotoSource(file, buffers: buffers)
        let content = contents.read(&source, promise: SidecarFormat(promisedBy: path), for: facts)
        if let failure = source.failure { throw failure }
        return (fingerprint, content)
    }

    /// Adds what sidecars say to what a photo says of itself.
    private mutating func add(_ names: [[UInt8]], at place: Place, to facts: inout PhotoFacts) {
        for format in [SidecarFormat.xmp, .takeout] {
            for name in names where SidecarFormat(promisedBy: name) == format {
                if facts.isComplete { return }
                path.removeAll(keepingCapacity: true)
                path.append(contentsOf: name)
                path.append(0)
                guard let content = try? readContent(at: place, for: facts).content,
                    case .sidecar(_, let said?) = content
                else {
                    continue
                }
                facts.add(said)
            }
        }
    }
}

extension FileContent {
    /// Whether it is a photo that nothing in the file tells the time of.
    fileprivate var isPhotoWithoutTime: Bool {
        if case .photo(let facts) = self { facts.captureTime == nil } else { false }
    }
}
