import PhotoFiles
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Pictures that file managers have made (Thumbnail Managing Standard).
struct FreeDesktopThumbnailTests {
    private static let modified = (seconds: 1_700_000_000, nanoseconds: 999_999_999)
    private let tree: TemporaryTree

    init() throws { tree = try TemporaryTree(inMemory: true) }

    private func photo(_ format: PhotoFormat = .tiff, name: String = "a.tif") throws -> Photo {
        let relative = FilePath("photos/" + name)
        try tree.write(relative, [1, 2, 3])
        try tree.setModified(relative, seconds: Self.modified.seconds, nanoseconds: Self.modified.nanoseconds)
        let fingerprint = try FileStatus(at: tree.path(relative)).fingerprint
        return Photo(
            path: tree.path(relative), fingerprint: fingerprint, facts: PhotoFacts(format: format), members: [])
    }

    /// The address of a file in the library whose name is written as in addresses.
    private func address(_ name: String = "a.tif") -> String { "file://\(tree.path.string)/photos/\(name)" }

    /// A picture that says of which file it is.
    private func picture(of address: String, modified: String = "1700000000", edge: UInt32 = 256) -> PNGFile {
        var file = PNGFile([
            PNGFile.text("Thumb::URI", Array(address.utf8)), PNGFile.text("Thumb::MTime", Array(modified.utf8)),
        ])
        (file.width, file.height) = (edge, edge / 2)
        return file
    }

    private func write(_ bytes: [UInt8], for address: String, in size: String = "large") throws {
        let name = Checksum.md5(of: Array(address.utf8)).value
        try tree.write(FilePath("cache/thumbnails/\(size)/\(name).png"), bytes)
    }

    private func shown(_ photo: Photo, _ size: Picture.Size = .small) async -> [UInt8]? {
        let pictures = Pictures(
            of: LibraryFiles(),
            in: .test(
                variables: ["XDG_CACHE_HOME": tree.path("cache").string], currentDirectory: "/",
                clock: SteppingClock(now: 0)))
        let picture = try? await pictures.picture(of: photo, size: size).get()
        return picture.flatMap { $0.type == .png ? $0.bytes : nil }
    }

    @Test(arguments: ["large", "normal", "x-large"]) func `One of the same second is shown`(size: String) async throws {
        let png = picture(of: address()).bytes
        try write(png, for: address(), in: size)
        #expect(await shown(try photo()) == png)
        #expect(try tree.snapshot().keys.filter { $0.hasPrefix("cache/") }.count == 1, "it is only read")
    }

    @Test func `Names are found as GLib writes them`() async throws {
        let written = address("a%20b%3Bc&d+%C3%A9%23(1)%5B2%5D.tif")
        let png = picture(of: written).bytes
        try write(png, for: written)
        #expect(await shown(try photo(name: "a b;c&d+é#(1)[2].tif")) == png)
    }

    @Test func `One of another time, file or size, and what is no picture, is not shown`() async throws {
        let photo = try photo()
        let right = picture(of: address())
        let others = [
            picture(of: address(), modified: "1700000001").bytes, picture(of: address(), modified: "1699999999").bytes,
            picture(of: address(), modified: "1700000000.5").bytes, picture(of: address("b.tif")).bytes,
            picture(of: address(), edge: 4_096).bytes, PNGFile().bytes, Array(right.bytes.dropLast(12)),
            Array(right.bytes.dropFirst()), [],
        ]
        for (number, other) in others.enumerated() {
            try write(other, for: address())
            #expect(await shown(photo) == nil, "\(number)")
        }
        try write(right.bytes, for: address())
        #expect(await shown(photo) == right.bytes)
    }

    @Test func `The large picture is never one of these, but a video's is`() async throws {
        try write(picture(of: address()).bytes, for: address())
        #expect(await shown(try photo(), .large) == nil)
        let film = picture(of: address("a.mov")).bytes
        try write(film, for: address("a.mov"), in: "x-large")
        #expect(await shown(try photo(.mov, name: "a.mov"), .large) == film)
        #expect(await shown(try photo(.mov, name: "a.mov"), .small) == film)
    }
}
