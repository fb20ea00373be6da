internal import Glibc
package import PhotoFiles
package import PhotoModel
package import SystemPackage

/// Reads files one after another, each into a ``FileReading``.
///
/// It owns the buffers for reading (about 200 KB), so there is one per task, and it is never shared.
package struct PhotoReader: ~Copyable {
    /// Must be increased whenever the results of reading change: files read by an older version are read again.
    package static let version = 13

    private let buffers = SourceBuffers()
    private var contents = ContentReader()
    private var path: [UInt8] = []

    package init() {}

    /// Reads the file `name`, bytes without slash and NUL, relative to the open directory `directory`.
    ///
    /// A name that no longer exists is `vanished`. A symbolic link is `unreadable` unless links are followed;
    /// directories, FIFOs, sockets and devices always are. A file that shrinks while it is read is `changed`. `now` is
    /// the time of reading in nanoseconds since 1970, which determines ``FileReading/isRacy``.
    ///
    /// `sidecars` are the names of a photo's sidecars in the same directory, by precedence. They are opened in the same
    /// way. XMP files correct what the photo's own file says (``PhotoFacts/correct(by:)``); one that cannot be read is
    /// noted (``SidecarNotes/unreadable``). Takeout's files, whatever the order, add what is not known yet and are only
    /// opened for that; one that cannot be read is ignored. The problem is reported when the file is read for itself.
    /// One that stayed for another photo, by `bindings`, is ignored as well. If no time is found, that of the position
    /// fix counts, or else one in the file's name.
    ///
    /// `neighbours` are XMP files of its stem that belong to other photos. The place in one is noted
    /// (``PhotoFacts/note(otherPlace:)``), and one that cannot be read as well.
    package mutating func read(
        name: [UInt8], in directory: Int32, followingLinks: Bool, now: Int64, sidecars: [[UInt8]] = [],
        neighbours: [[UInt8]] = [], bindings: TakeoutBindings = TakeoutBindings()
    ) -> Result<FileReading, ReadFailure> {
        path.removeAll(keepingCapacity: true)
        path.append(contentsOf: name)
        path.append(0)
        let opening = Opening(directory: directory, followingLinks: followingLinks, absent: .vanished)
        return read(at: opening, now: now, sidecars: sidecars, neighbours, bindings)
    }

    /// Reads the file at `path`, following links; a path that does not exist is `missing`. `sidecars` are paths as
    /// well. Otherwise the same as ``read(name:in:followingLinks:now:sidecars:neighbours:bindings:)``.
    package mutating func read(
        path: FilePath, now: Int64, sidecars: [FilePath] = [], neighbours: [FilePath] = []
    ) -> Result<FileReading, ReadFailure> {
        unsafe path.withPlatformString { characters in
            let bytes = unsafe UnsafeRawBufferPointer(start: characters, count: strlen(characters) + 1)
            unsafe self.path.replaceSubrange(self.path.indices, with: bytes)
        }
        let opening = Opening(directory: AT_FDCWD, followingLinks: true, absent: .missing)
        return read(
            at: opening, now: now, sidecars: sidecars.map(\.bytes), neighbours.map(\.bytes), TakeoutBindings())
    }

    /// Reads what is open under a descriptor, which stays open and keeps its place, as the file at `path`. Otherwise
    /// the same as ``read(path:now:sidecars:neighbours:)``. `bindings` are as for
    /// ``read(name:in:followingLinks:now:sidecars:neighbours:bindings:)``.
    package mutating func read(
        descriptor: Int32, path: FilePath, now: Int64, sidecars: [FilePath] = [], neighbours: [FilePath] = [],
        bindings: TakeoutBindings = TakeoutBindings()
    ) -> Result<FileReading, ReadFailure> {
        let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        if own < 0 { return .failure(ReadFailure(opening: errno, absent: .missing)) }
        self.path = path.bytes + [0]
        let opening = Opening(directory: AT_FDCWD, followingLinks: true, absent: .missing)
        do throws(ReadFailure) {
            let photo = try OpenPhoto(OpenFile(own))
            return read(
                photo, at: opening, now: now, sidecars: sidecars.map(\.bytes), neighbours.map(\.bytes), bindings)
        } catch {
            return .failure(error)
        }
    }

    /// Whether the file at a path holds a RAW, whatever its name; nil where it cannot be read or holds no photo.
    package static func isRaw(_ path: FilePath) -> Bool? {
        var reader = PhotoReader()
        guard case .photo(let facts)? = try? reader.read(path: path, now: 0).get().content else { return nil }
        return facts.format.kind == .raw
    }

    /// The small picture that a photo contains, with nothing but picture, colours and orientation (``CleanJPEG``).
    ///
    /// - Parameters:
    ///   - file: the photo, whatever it was like when it was judged.
    ///   - orientation: the photo's EXIF orientation; nil if it has none.
    /// - Returns: the picture as a JPEG stream; nil if the photo contains none or cannot be read.
    package mutating func picture(in file: OpenFile, orientation: Int?) -> [UInt8]? {
        guard let photo = try? OpenPhoto(file) else { return nil }
        return picture(in: photo, orientation: orientation)
    }

    private mutating func picture(in file: OpenPhoto, orientation: Int?) -> [UInt8]? {
        guard (try? buffers.ends.read(file)) != nil else { return nil }
        var source = PhotoSource(file, buffers: buffers)
        guard let thumbnail = contents.thumbnail(&source), source.failure == nil else { return nil }
        return CleanJPEG.copy(of: thumbnail, orientation: orientation)
    }

    private struct Opening {
        var directory: Int32
        var followingLinks: Bool
        /// The failure's kind if a name does not exist.
        var absent: Finding.Kind
    }

    private mutating func read(
        _ opened: OpenPhoto? = nil, at opening: Opening, now: Int64, sidecars: [[UInt8]], _ neighbours: [[UInt8]],
        _ bindings: TakeoutBindings
    ) -> Result<FileReading, ReadFailure> {
        do throws(ReadFailure) {
            var (fingerprint, content) = try readContent(opened, at: opening)
            let digest = buffers.ends.digest
            var isRacy = fingerprint.isRacy(readAt: now)
            if !sidecars.isEmpty || !neighbours.isEmpty || content.wantsTime, case .photo(var facts) = content {
                let named = FileNameTime.captureTime(of: name.span)
                let corrections = corrections(sidecars, at: opening, of: &facts)
                facts.correct(by: corrections)
                add(takeout: sidecars, at: opening, named: named, to: &facts) { bindings.permit($0, for: digest) }
                facts.take(facts.timeOfFix(in: named))
                facts.take(named)
                facts.correctDay(by: corrections)
                for said in self.corrections(neighbours, at: opening, of: &facts) { facts.note(placesOf: said) }
                content = .photo(facts)
                // The next scan asks again, whatever has become of the sidecar.
                if facts.sidecars.contains(.unreadable) { isRacy = true }
            }
            return .success(
                FileReading(fingerprint: fingerprint, isRacy: isRacy, digest: digest, content: content))
        } catch {
            return .failure(error)
        }
    }

    /// The last component of ``path``.
    private var name: ArraySlice<UInt8> {
        let bytes = path.dropLast()
        return bytes[(bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? bytes.startIndex)...]
    }

    private mutating func readContent(
        _ opened: OpenPhoto? = nil, at opening: Opening
    ) throws(ReadFailure) -> (fingerprint: Fingerprint, content: FileContent) {
        let file: OpenPhoto
        if let opened {
            file = opened
        } else {
            file = try OpenPhoto.open(
                path, in: opening.directory, followingLinks: opening.followingLinks, absent: opening.absent)
        }
        let fingerprint = file.fingerprint
        try buffers.ends.read(file)
        var source = PhotoSource(file, buffers: buffers)
        let promise = SidecarFormat(promisedBy: path)
        let isOfCompanion = promise == .companion && SidecarFormat.isXMP(path)
        let content = contents.read(&source, promise: isOfCompanion ? .xmp : promise)
        if let failure = source.failure { throw failure }
        return (fingerprint, isOfCompanion ? content.ofCompanion : content)
    }

    /// What the XMP files among a photo's sidecars say; one that cannot be read is noted.
    private mutating func corrections(
        _ names: [[UInt8]], at opening: Opening, of facts: inout PhotoFacts
    ) -> [SourceFacts] {
        var corrections: [SourceFacts] = []
        for name in names where SidecarFormat(promisedBy: name) == .xmp {
            switch sidecar(name, at: opening) {
            case .success(let said?): corrections.append(said)
            case .success(nil): break
            case .failure: facts.sidecars.insert(.unreadable)
            }
        }
        return corrections
    }

    /// Completes the facts in a photo by those in its Takeout files whose digests are permitted, and which neither the
    /// fix nor the time in the photo's name contradicts.
    private mutating func add(
        takeout names: [[UInt8]], at opening: Opening, named: CaptureTime?, to facts: inout PhotoFacts,
        permitting isPermitted: (UInt64) -> Bool
    ) {
        for name in names where SidecarFormat(promisedBy: name) == .takeout && !facts.isComplete {
            guard case .success(let said?) = sidecar(name, at: opening), isPermitted(buffers.ends.digest) else {
                continue
            }
            facts.add(takeout: said, before: [facts.timeOfFix(in: named), named].compactMap(\.self))
        }
    }

    /// Why a sidecar that is there says nothing.
    private struct UnreadSidecar: Error {}

    /// What a sidecar says; nil where it is not there any more, or is no sidecar by its content.
    private mutating func sidecar(_ name: [UInt8], at opening: Opening) -> Result<SourceFacts?, UnreadSidecar> {
        path.removeAll(keepingCapacity: true)
        path.append(contentsOf: name)
        path.append(0)
        do throws(ReadFailure) {
            switch try readContent(at: opening).content {
            case .sidecar(_, let said): return .success(said)
            case .broken: return .failure(UnreadSidecar())
            case .photo, .other: return .success(nil)
            }
        } catch {
            return error.kind == opening.absent ? .success(nil) : .failure(UnreadSidecar())
        }
    }
}

extension PhotoFacts {
    /// The moment of the position fix as the time of capture: it is in UTC. Nil where the receiver did not know the
    /// date.
    fileprivate func timeOfFix(in name: CaptureTime?) -> CaptureTime? {
        guard let gpsTime, !gpsTime.isUnsetFix(ofName: name) else { return nil }
        let source: CaptureTimeSource = positionSource == .xmp ? .xmp : .exif
        return CaptureTime(wall: gpsTime, offset: UTCOffset(seconds: 0, source: .utc), source: source)
    }
}

extension FileContent {
    /// What the XMP file of a companion holds, as a companion: place and time.
    fileprivate var ofCompanion: FileContent {
        guard case .sidecar(.xmp, let said) = self else { return self }
        return .sidecar(.companion, said.flatMap { SourceFacts(of: PhotoFacts($0, by: .companion)) })
    }

    /// Whether it is a photo of which a further source of its time would be kept.
    fileprivate var wantsTime: Bool {
        if case .photo(let facts) = self { facts.wantsTime } else { false }
    }
}

/// The reason why a file could not be read. Damaged content is not a failure but ``FileContent/broken(_:detail:)``.
package struct ReadFailure: Error, Hashable, Sendable {
    /// `missing` or `vanished` if the file does not exist, `changed` if it shrank while it was read, otherwise
    /// `unreadable`.
    package var kind: Finding.Kind
    /// The cause, as in ``Finding/detail``.
    package var detail: String

    /// A failure of the given kind.
    package init(_ kind: Finding.Kind, _ detail: String) {
        self.kind = kind
        self.detail = detail
    }

    /// The failure for an error of `open`; `absent` is the kind for a name that does not exist.
    init(opening error: Int32, absent: Finding.Kind) {
        switch error {
        case ENOENT, ENOTDIR:
            self.init(absent, absent == .vanished ? "is gone since its directory was read" : "does not exist")
        case ELOOP:
            self.init(.unreadable, "is a symbolic link, or has one in its path")
        default:
            self.init(.unreadable, "cannot be opened: \(Errno(rawValue: error))")
        }
    }

    /// The failure for an error of reading.
    init(reading error: Int32) {
        self.init(.unreadable, "cannot be read: \(Errno(rawValue: error))")
    }

    /// The file was changed while it was read.
    static var changed: ReadFailure {
        ReadFailure(.changed, "changed while it was read")
    }

    /// Fewer bytes were read than the file's size.
    static var shrank: ReadFailure {
        ReadFailure(.changed, "became shorter while it was read")
    }
}
