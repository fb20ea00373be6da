import Foundation
import PhotoFiles
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Pictures of photos in a temporary library, by what decodes nothing itself.
struct PicturesTests {
    private let tree: TemporaryTree
    private static let plain = JPEGFile().bytes
    private static let cache: FilePath = "cache/workphotos/pictures"

    init() throws { tree = try TemporaryTree(inMemory: true) }

    /// A photo in the library.
    private func photo(
        _ bytes: [UInt8], _ format: PhotoFormat = .jpeg, name: String = "a.jpg", orientation: Int? = nil,
        thumbnail: [UInt8]? = nil, size: (width: Int, height: Int) = (4_000, 3_000)
    ) throws -> Photo {
        try tree.write(FilePath("photos/" + name), bytes)
        let path = tree.path(FilePath("photos/" + name))
        let fingerprint = try FileStatus(at: path).fingerprint
        var facts = PhotoFacts(format: format)
        (facts.orientation, facts.thumbnailBytes) = (orientation, thumbnail?.count)
        (facts.width, facts.height) = size
        return Photo(path: path, fingerprint: fingerprint, facts: facts, members: [])
    }

    /// What finds pictures, as a program that has just started.
    private func pictures(_ maker: FakePictureMaker = FakePictureMaker(), keeping most: Int64 = 1 << 20) -> Pictures {
        let variables = ["XDG_CACHE_HOME": tree.path("cache").string]
        return Pictures(
            of: LibraryFiles(), keeping: most,
            in: .test(
                variables: variables, currentDirectory: "/", clock: SteppingClock(now: 0), pictureMaker: maker))
    }

    /// A JPEG stream that says an orientation and is otherwise bare.
    private func turned(_ orientation: UInt8, _ stream: [UInt8] = plain) -> [UInt8] {
        let entry: [UInt8] = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
        return stream[..<2] + [0xFF, 0xE1, 0, 34] + Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8] + entry + stream[2...]
    }

    /// The sizes of the kept files by their names.
    private func kept() throws -> [String: Int] {
        try tree.snapshot(leavingOut: []).filter { $0.key.hasPrefix(Self.cache.string + "/") }.mapValues(\.count)
    }

    // MARK: - Small pictures

    @Test func `A photo's own small picture is turned once, and nothing is decoded for it`() async throws {
        let maker = FakePictureMaker()
        let file = JPEGFile(ExifStructure(thumbnail: Self.plain)).bytes
        let photo = try photo(file, orientation: 6, thumbnail: Self.plain)
        #expect(try await pictures(maker).picture(of: photo, size: .small).get().bytes == turned(6))
        #expect(maker.sizes == [])
        #expect(try kept() == [:])
    }

    @Test func `What is decoded is turned as the photo says, but HEIF is turned already`() async throws {
        let maker = FakePictureMaker(.success(Self.plain))
        let jpeg = try photo([1], orientation: 6)
        #expect(try await pictures(maker).picture(of: jpeg, size: .small).get().bytes == turned(6))
        let heic = try photo([1], .heic, name: "a.heic", orientation: 6)
        #expect(try await pictures(maker).picture(of: heic, size: .small).get().bytes == Self.plain)
    }

    @Test func `A picture is made once, and only the user can read it`() async throws {
        var gps = ExifStructure.position(.latitude, "N", .longitude, "E", order: .big)
        gps.primary = [.text(0x010E, "52.5200,13.4050")]
        let maker = FakePictureMaker(.success(JPEGFile(gps).bytes))
        let photo = try photo([1, 2])
        for _ in 1...2 {
            let picture = try await pictures(maker).picture(of: photo, size: .small).get()
            #expect(picture == Picture(bytes: Self.plain, type: .jpeg))
        }
        #expect(maker.sizes == [.small])
        let names = try kept().keys
        #expect(names.count == 1)
        for name in names {
            #expect(try FileStatus(at: tree.path(FilePath(name))).permissions == [.ownerReadWrite])
            #expect(try tree.read(FilePath(name)) == Self.plain, "no place, text or name is kept")
        }
        #expect(try FileStatus(at: tree.path(Self.cache)).permissions == [.ownerReadWriteExecute])
        try tree.remove("cache")
        _ = try await pictures(maker).picture(of: photo, size: .small).get()
        #expect(maker.sizes == [.small, .small])
    }

    @Test func `A file that cannot be decoded is tried once, until it changes`() async throws {
        let maker = FakePictureMaker(.failure(.broken))
        let photo = try photo([1, 2])
        let why = NoPicture(words: "A photo (JPEG) that cannot be decoded")
        for size in [Picture.Size.small, .small] {
            #expect(await pictures(maker).picture(of: photo, size: size) == .failure(why))
        }
        #expect(maker.sizes == [.small])
        try tree.setModified("photos/a.jpg", seconds: 1_700_000_000)
        var later = photo
        later.fingerprint = try FileStatus(at: photo.path).fingerprint
        #expect(await pictures(maker).picture(of: later, size: .small) == .failure(why))
        #expect(maker.sizes == [.small, .small])
    }

    @Test func `A failure counts for its size, and where nothing can be kept`() async throws {
        let maker = FakePictureMaker(.failure(.broken))
        let photo = try photo([1, 2], .heic, name: "a.heic")
        try tree.write("cache/workphotos", [])
        let pictures = pictures(maker)
        for size in [Picture.Size.large, .small, .large] {
            await #expect(throws: NoPicture.self) { try await pictures.picture(of: photo, size: size).get() }
        }
        #expect(maker.sizes == [.large, .small])
    }

    @Test func `What was ended before it was done is tried again`() async throws {
        let maker = FakePictureMaker(.failure(.unfinished))
        let photo = try photo([1, 2])
        let why = NoPicture(words: "A photo (JPEG): its picture was not made in time")
        for _ in 1...2 { #expect(await pictures(maker).picture(of: photo, size: .small) == .failure(why)) }
        #expect(maker.sizes == [.small, .small])
        #expect(try kept() == [:])
    }

    @Test func `What decodes nothing of any file is asked again, and a small file is shown as it is`() async throws {
        let maker = FakePictureMaker()
        let large = try photo([1, 2])
        for _ in 1...2 {
            let why = NoPicture(words: "A photo (JPEG): nothing decodes in this test")
            #expect(await pictures(maker).picture(of: large, size: .small) == .failure(why))
        }
        #expect(maker.sizes == [.small, .small])
        let small = try photo(Self.plain, size: (64, 48))
        let picture = Picture(bytes: Self.plain, type: .jpeg)
        #expect(await pictures(maker).picture(of: small, size: .small) == .success(picture))
    }

    @Test func `What a decoder gives that is no picture is a failure`() async throws {
        let maker = FakePictureMaker(.success(Array("<script>".utf8)))
        let photo = try photo([1, 2])
        for _ in 1...2 {
            await #expect(throws: NoPicture.self) { try await pictures(maker).picture(of: photo, size: .small).get() }
        }
        #expect(maker.sizes == [.small])
    }

    // MARK: - The cache

    @Test func `The oldest pictures make room`() async throws {
        let most: Int64 = 64 << 10
        let stream = JPEGFile(ProfileFile(curve: 10_000).segments).bytes
        let pictures = pictures(FakePictureMaker(.success(stream)), keeping: most)
        _ = try await pictures.picture(of: try photo([1], name: "first.jpg"), size: .small).get()
        let first = try #require(try kept().keys.first)
        try tree.setModified(FilePath(first), seconds: 1_700_000_000)
        for number in 1...6 {
            _ = try await pictures.picture(of: try photo([1], name: "\(number).jpg"), size: .small).get()
            #expect(try kept().values.reduce(0, +) <= Int(most))
        }
        #expect(try kept().count >= 2)
        #expect(try kept()[first] == nil)
    }

    @Test func `A cache that others can read is not used, and a file that was cut is no picture`() async throws {
        let maker = FakePictureMaker(.success(Self.plain))
        let photo = try photo([1, 2])
        _ = try await pictures(maker).picture(of: photo, size: .small).get()
        let name = FilePath(try #require(try kept().keys.first))
        for cut in [Self.plain.dropLast(), []] {
            try tree.write(name, Array(cut))
            let picture = try await pictures(maker).picture(of: photo, size: .small).get()
            #expect(picture.bytes == Self.plain)
        }
        #expect(maker.sizes.count == 3)
        try tree.setPermissions(Self.cache, [.ownerReadWriteExecute, .groupReadExecute])
        _ = try await pictures(maker).picture(of: photo, size: .small).get()
        #expect(maker.sizes.count == 4)
    }

    @Test func `Whoever asks at the same time gets the same answer`() async throws {
        let maker = FakePictureMaker(.failure(.broken))
        let photo = try photo([1, 2])
        let pictures = pictures(maker)
        await withTaskGroup { group in
            for _ in 1...20 { group.addTask { _ = await pictures.picture(of: photo, size: .small) } }
        }
        #expect(maker.sizes == [.small])
    }

    // MARK: - Large pictures and what has none

    @Test(arguments: [PhotoFormat.jpeg, .png, .webp, .avif, .gif])
    func `The large picture is the file where browsers show it`(format: PhotoFormat) async throws {
        let photo = try photo([1, 2, 3], format, orientation: 6)
        let picture = try await pictures().picture(of: photo, size: .large).get()
        #expect(picture.bytes == [1, 2, 3])
        #expect(picture.type.rawValue == format.mimeType)
    }

    @Test func `The large picture of a RAW is its largest preview, whose own orientation counts`() async throws {
        func stream(_ width: UInt16, _ height: UInt16, _ structure: ExifStructure? = nil) -> JPEGFile {
            var file = structure.map(JPEGFile.init) ?? JPEGFile()
            (file.width, file.height, file.colours) = (width, height, 3)
            return file
        }
        let own = stream(1_620, 1_080, ExifStructure(primary: [.short(0x0112, 8)]))
        let tile = stream(2_048, 2_048), small = stream(480, 320), tiny = stream(160, 107)
        let raw = [UInt8](repeating: 7, count: 50) + tiny.bytes + tile.bytes + own.bytes + small.bytes
        let photo = try photo(raw, .nef, name: "a.nef", orientation: 6, size: (6_048, 4_024))
        let maker = FakePictureMaker()
        #expect(
            try await pictures(maker).picture(of: photo, size: .large).get().bytes
                == turned(8, stream(1_620, 1_080).bytes))
        #expect(
            try await pictures(maker).picture(of: photo, size: .small).get().bytes == turned(6, small.bytes))
        #expect(maker.sizes == [])
    }

    @Test func `A large preview is made smaller, and stays turned as it says`() async throws {
        var preview = JPEGFile([JPEGFile.exif(ExifStructure(primary: [.short(0x0112, 8)]))])
        (preview.width, preview.height, preview.colours) = (1_620, 1_080, 3)
        preview.segments += ProfileFile(curve: 150_000).segments
        let photo = try photo(preview.bytes, .dng, name: "a.dng", orientation: 6)
        let maker = FakePictureMaker(.success(Self.plain))
        #expect(try await pictures(maker).picture(of: photo, size: .small).get().bytes == turned(8))
        #expect(maker.sizes == [.small])
    }

    @Test func `A video and a format that nothing shows say what they are`() async throws {
        let clip = try photo([1], .mov, name: "a.mov")
        let jxl = try photo([1], .jxl, name: "a.jxl")
        for size in Picture.Size.allCases {
            let video = NoPicture(words: "A video (MOV)")
            #expect(await pictures().picture(of: clip, size: size) == .failure(video))
            let photo = NoPicture(words: "A photo (JXL): no picture of it is at hand")
            #expect(await pictures().picture(of: jxl, size: size) == .failure(photo))
        }
    }

    @Test func `A file that is not the one that was judged is not shown`() async throws {
        let maker = FakePictureMaker(.success(Self.plain))
        let photo = try photo([1, 2])
        try tree.write("photos/a.jpg", [1, 2, 3])
        let changed = NoPicture(words: "The file has changed since it was scanned")
        for size in Picture.Size.allCases {
            #expect(await pictures(maker).picture(of: photo, size: size) == .failure(changed))
        }
    }

    @Test func `A file with the size and the time of the one that was judged is not shown, where inodes tell`()
        async throws
    {
        let maker = FakePictureMaker(.success(Self.plain))
        var photo = try photo([1, 2])
        try tree.write("photos/other.jpg", [3, 4])
        try tree.remove("photos/a.jpg")
        try tree.rename("photos/other.jpg", to: "photos/a.jpg")
        let now = try FileStatus(at: photo.path).fingerprint
        photo.fingerprint.modified = now.modified
        let changed = NoPicture(words: "The file has changed since it was scanned")
        #expect(await pictures(maker).picture(of: photo, size: .small) == .failure(changed))
        photo.keepsInodes = false
        #expect(try await pictures(maker).picture(of: photo, size: .small).get().bytes == Self.plain)
    }

    @Test func `A file that is gone, or reached by a link, is not shown`() async throws {
        let maker = FakePictureMaker(.success(Self.plain))
        let photo = try photo([1, 2])
        try tree.rename("photos", to: "elsewhere")
        let gone = NoPicture(words: "The file is gone")
        #expect(await pictures(maker).picture(of: photo, size: .large) == .failure(gone))
        try tree.link("photos", to: "elsewhere")
        let linked = await #expect(throws: NoPicture.self) {
            try await pictures(maker).picture(of: photo, size: .large).get()
        }
        #expect(linked?.words.hasPrefix("The file cannot be read: ") == true)
        #expect(maker.sizes == [])
    }
}
