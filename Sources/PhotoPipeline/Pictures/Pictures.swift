import Dispatch
package import PhotoFiles
import PhotoIntake
package import PhotoModel
import Synchronization
import SystemPackage

/// Finds and makes pictures of photos, several at a time.
///
/// A small one is contained in the photo, was made by a file manager, was made here before, or is made now. A large one
/// is always made of the file itself. No decoder runs in this process (``PictureMaker``).
package final class Pictures: Sendable {
    /// The largest file that a browser gets as it is, in bytes.
    static let mostShown = 64 << 20
    /// The largest file in which a picture is searched for, in bytes.
    static let mostSearched = 160 << 20
    /// The largest file that a browser gets as a small picture, in bytes and pixels, where nothing smaller is found.
    private static let mostAsSmall = (bytes: 1 << 20, pixels: 2_000_000)
    /// How wide or high a picture in a photo is at least where it is shown as a small one.
    private static let leastEdge = 320

    private struct Wanted: Hashable {
        let path: FilePath
        let size: Picture.Size
    }
    private let files: LibraryFiles
    /// Nil where only the photos themselves are looked at.
    private let look: Mutex<LookSinceScan?>
    private let cache: PictureCache
    private let thumbnails: FreeDesktopThumbnails
    private let maker: any PictureMaker
    private let threads: BlockingThreads
    /// One for each process that decodes.
    private let decoding: DispatchSemaphore
    /// One for each file that is read as a whole.
    private let reading = DispatchSemaphore(value: 2)
    private let underWay = Mutex<[Wanted: Task<Result<Picture, NoPicture>, Never>]>([:])

    /// - Parameters:
    ///   - most: how many bytes the pictures that are kept may take together.
    ///   - look: looks at what is beside a photo; nil for no such look.
    package init(
        of files: LibraryFiles, keeping most: Int64 = 256 << 20, look: sending LookSinceScan? = nil,
        in environment: Environment
    ) {
        self.files = files
        self.look = Mutex(look)
        cache = PictureCache(variables: environment.variables, most: most)
        thumbnails = FreeDesktopThumbnails(variables: environment.variables)
        maker = environment.pictureMaker
        threads = environment.threads
        decoding = DispatchSemaphore(value: environment.readers)
    }

    /// A picture of a photo, turned as the photo says.
    ///
    /// Cancelling the calling task ends nothing. Whoever asks for the same picture meanwhile gets the same answer.
    ///
    /// - Returns: the picture; else why there is none, such as that the file is no longer the one that was judged.
    package func picture(of photo: Photo, size: Picture.Size) async -> Result<Picture, NoPicture> {
        let wanted = Wanted(path: photo.path, size: size)
        let task = underWay.withLock { tasks in
            if let task = tasks[wanted] { return task }
            let task = Task(executorPreference: threads) { [self] in
                let found = find(photo, size)
                underWay.withLock { $0[wanted] = nil }
                return found
            }
            tasks[wanted] = task
            return task
        }
        return await task.value
    }

    private func find(_ photo: Photo, _ size: Picture.Size) -> Result<Picture, NoPicture> {
        Result { () throws(NoPicture) in
            let file = try OpenedPhoto(photo, in: files)
            if look.withLock({ $0?.difference(at: photo.path) }) != nil { throw OpenedPhoto.companyChanged }
            switch size {
            case .small: return try small(file)
            case .large: return try large(file)
            }
        }
    }
}

// MARK: - The order in which pictures are looked for

extension Pictures {
    private func small(_ file: OpenedPhoto) throws(NoPicture) -> Picture {
        if let picture = file.thumbnail() ?? managed(file, .small) ?? kept(file, .small) { return picture }
        if file.isSmall(Self.mostAsSmall), let type = file.shownType {
            return Picture(bytes: try whole(file), type: type)
        }
        if file.containsPreviews, let picture = try smallPreview(file) { return picture }
        return try made(file, .small)
    }

    private func large(_ file: OpenedPhoto) throws(NoPicture) -> Picture {
        if file.isClip, let picture = managed(file, .large) { return picture }
        if let type = file.shownType, file.size <= Self.mostShown {
            return Picture(bytes: try whole(file), type: type)
        }
        if let picture = kept(file, .large) { return picture }
        if file.containsPreviews, let stream = try previews(file).largest { return stream.picture }
        do throws(NoPicture) {
            return try made(file, .large)
        } catch {
            if let picture = file.thumbnail() { return picture }
            throw error
        }
    }

    /// What a file manager has made of it.
    private func managed(_ file: OpenedPhoto, _ size: Picture.Size) -> Picture? {
        thumbnails.picture(of: file.photo.path, modified: file.photo.modified, size: size)
            .map { Picture(bytes: $0, type: .png) }
    }

    /// What was made before.
    private func kept(_ file: OpenedPhoto, _ size: Picture.Size) -> Picture? {
        cache.picture(file.key, size).map { Picture(bytes: $0, type: .jpeg) }
    }

    /// The smallest picture in the file that is large enough, made smaller if necessary.
    private func smallPreview(_ file: OpenedPhoto) throws(NoPicture) -> Picture? {
        guard let stream = try previews(file).smallest(atLeast: Self.leastEdge) else { return nil }
        if stream.bytes.count > CleanJPEG.mostBytes {
            return try made(file, .small, of: .bytes(stream.bytes), CleanJPEG.orientation(of: stream.bytes))
        }
        cache.keep(stream.bytes, of: file.key, .small)
        return stream.picture
    }

    private func previews(_ file: OpenedPhoto) throws(NoPicture) -> Previews {
        if file.size > Self.mostSearched { return Previews(none: file.photo) }
        return Previews(in: try whole(file), of: file.photo)
    }

    /// All bytes of the file, if it is still the one that was opened.
    private func whole(_ file: OpenedPhoto) throws(NoPicture) -> [UInt8] {
        reading.wait()
        defer { reading.signal() }
        return try file.bytes()
    }
}

// MARK: - What is made

extension Pictures {
    /// Has a picture made of the file, and keeps it.
    private func made(_ file: OpenedPhoto, _ size: Picture.Size) throws(NoPicture) -> Picture {
        guard file.isDecodable else { throw file.without() }
        // HEIF is turned already.
        return try made(file, size, of: .file(file.file), file.isHEIF ? nil : file.photo.facts.orientation)
    }

    private func made(
        _ file: OpenedPhoto, _ size: Picture.Size, of source: PictureSource, _ orientation: Int?
    ) throws(NoPicture) -> Picture {
        if cache.hasFailed(file.key, size) { throw file.broken }
        decoding.wait()
        defer { decoding.signal() }
        do throws(PictureFailure) {
            let bytes = try maker.picture(of: source, size: size)
            // What decodes is not trusted.
            guard let picture = CleanJPEG.copy(of: bytes, orientation: orientation, most: PictureCache.mostOfOne) else {
                throw .broken
            }
            cache.keep(picture, of: file.key, size)
            return Picture(bytes: picture, type: .jpeg)
        } catch {
            switch error {
            case .unavailable(let why): throw file.without(why)
            case .unfinished: throw file.without("its picture was not made in time")
            case .broken:
                cache.noteFailure(of: file.key, size)
                throw file.broken
            }
        }
    }
}

/// The pictures in a RAW, or in another file with tags, that show what it shows.
private struct Previews {
    /// The largest picture that is copied, in bytes.
    private static let most = 32 << 20
    private let file: [UInt8]
    private let orientation: Int?
    /// From the smallest to the largest.
    private let streams: [JPEGStream]

    /// A picture, with nothing but itself, its colours and its orientation.
    struct Stream {
        let bytes: [UInt8]
        var picture: Picture { Picture(bytes: bytes, type: .jpeg) }
    }

    init(in file: [UInt8], of photo: Photo) {
        self.file = file
        orientation = photo.facts.orientation
        streams = JPEGStream.all(in: file).filter { Self.shows($0, photo.facts) }
            .sorted { $0.width * $0.height < $1.width * $1.height }
    }

    init(none photo: Photo) { self.init(in: [], of: photo) }

    /// Whether a picture has the form of the photo, as far as that is known. Others are parts of the photo, such as the
    /// tiles of a lossy DNG.
    private static func shows(_ stream: JPEGStream, _ facts: PhotoFacts) -> Bool {
        guard let width = facts.width, let height = facts.height, width > 0, height > 0 else { return true }
        func form(_ width: Int, _ height: Int) -> Double { Double(max(width, height)) / Double(min(width, height)) }
        return (0.85...1.18).contains(form(stream.width, stream.height) / form(width, height))
    }

    var largest: Stream? { streams.last.flatMap(stream) }

    /// The smallest picture that has a number of columns or rows, or else the largest.
    func smallest(atLeast edge: Int) -> Stream? {
        (streams.first { max($0.width, $0.height) >= edge } ?? streams.last).flatMap(stream)
    }

    /// A picture's own orientation counts before the photo's.
    private func stream(_ stream: JPEGStream) -> Stream? {
        let source = Array(file[stream.start..<min(file.count, stream.start + Self.most)])
        return CleanJPEG.copy(of: source, orientation: orientation, most: Self.most).map(Stream.init)
    }
}

extension Library {
    /// Makes what finds pictures of this library's photos.
    ///
    /// - Parameter rules: say what scans leave out.
    /// - Returns: the finder, to be kept as long as pictures are asked for.
    package func pictures(by rules: JudgingRules, in environment: Environment) throws -> Pictures {
        Pictures(
            of: try index.libraryFiles(),
            look: try LookSinceScan(of: self, rules: rules, clock: environment.clock), in: environment)
    }
}
