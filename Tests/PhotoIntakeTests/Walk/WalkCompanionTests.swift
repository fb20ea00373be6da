import PhotoIntake
import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Companions of photos in walks: their endings are those of many other files.
struct WalkCompanionTests {
    private let tree: TemporaryTree

    init() throws { tree = try TemporaryTree() }

    private func found(_ options: WalkOptions = WalkOptions(), start: FilePath = "") -> [FilePath] {
        var walk = Walk(root: WalkRoot(id: 1, path: tree.path, start: start.bytes), options: options)
        var comparison = IndexComparison(root: 1, known: KnownFiles())
        var found: [String] = []
        while let batch = walk.next().map({ comparison.compare($0) }) {
            guard let directory = batch.directory else { continue }
            for file in batch.files {
                found.append(String(decoding: directory.relativePath(of: file.name), as: UTF8.self))
            }
        }
        return found.sorted().map { FilePath($0) }
    }

    @Test func `They are found beside their photos and in their programs' directories only`() throws {
        for name in [
            "d/a.jpg", "d/a.jpg.pp3", "d/a.wav", "d/b.wav", "d/NKSC_PARAM/a.jpg.nksc", "d/NKSC_PARAM/a.wav",
            "music/c.wav", "music/c.jpg.dop", "d/CaptureOne/Settings1/a.jpg.cos", "d/CaptureOne/other.cos",
            "d/a.jpg_original", "d/b.jpg_original", "music/aboriginal", "music/a.original",
        ] { try tree.write(FilePath(name)) }
        #expect(
            found() == [
                "d/CaptureOne/Settings1/a.jpg.cos", "d/NKSC_PARAM/a.jpg.nksc", "d/a.jpg", "d/a.jpg.pp3",
                "d/a.jpg_original", "d/a.wav",
            ])
        #expect(
            countCandidates(root: WalkRoot(id: 1, path: tree.path), options: WalkOptions(), isCancelled: { false }) == 6
        )
    }

    @Test func `A hidden directory is entered where a program keeps companions in it`() throws {
        for name in ["a.jpg", ".comments/a.jpg.xml", ".other/a.jpg.xml", ".other/b.jpg"] {
            try tree.write(FilePath(name))
        }
        #expect(found() == [".comments/a.jpg.xml", "a.jpg"])
        let names = try #require(DirectoryNames(of: tree.path))
        #expect(names.sidecars == [Array(".comments/a.jpg.xml".utf8)])
    }

    @Test func `A shallow walk enters their programs' directories alone`() throws {
        for name in [
            "a.jpg", "d/a.jpg", "d/more/a.jpg", "d/more/NKSC_PARAM/a.jpg.nksc", "d/NKSC_PARAM/a.jpg.nksc",
            "d/CaptureOne/Settings1/a.jpg.cos", "d/CaptureOne/more/a.jpg.cos",
        ] { try tree.write(FilePath(name)) }
        var options = WalkOptions()
        options.isShallow = true
        let below: [FilePath] = ["d/CaptureOne/Settings1/a.jpg.cos", "d/NKSC_PARAM/a.jpg.nksc", "d/a.jpg"]
        #expect(found(options, start: "d") == below)
        #expect(found(options) == ["a.jpg"])
    }

    @Test func `Names beside a photo include those in its programs' directories`() throws {
        for name in ["a.jpg", "a.wav", "NKSC_PARAM/a.jpg.nksc", "CaptureOne/Cache/Proxies/a.jpg.cop", "x/b.wav"] {
            try tree.write(FilePath(name))
        }
        let names = try #require(DirectoryNames(of: tree.path))
        #expect(names.photos.map { String(decoding: $0, as: UTF8.self) } == ["a.jpg"])
        #expect(
            Set(names.sidecars.map { String(decoding: $0, as: UTF8.self) }) == [
                "a.wav", "NKSC_PARAM/a.jpg.nksc", "CaptureOne/Cache/Proxies/a.jpg.cop",
            ])
    }

    @Test func `The status of every directory below that is read is known`() throws {
        for name in ["a.jpg", "NKSC_PARAM/a.jpg.nksc", "CaptureOne/Cache/Proxies/a.jpg.cop", "x/b.wav"] {
            try tree.write(FilePath(name))
        }
        let below = try #require(DirectoryNames(of: tree.path)).below
        let paths = ["NKSC_PARAM", "CaptureOne", "CaptureOne/Cache", "CaptureOne/Cache/Proxies"]
        #expect(Set(below.keys) == Set(paths.map { Array($0.utf8) }))
    }

    @Test func `An XMP file of a companion says what that says, and damaged it is broken`() throws {
        try tree.write("a.THM.xmp", XMPPacket.position("1,2N", "3,4E").bytes)
        try tree.write("b.THM.xmp", [])
        var reader = PhotoReader()
        guard case .sidecar(.companion, let said?) = try reader.read(path: tree.path("a.THM.xmp"), now: 1).get().content
        else { return #expect(Bool(false)) }
        #expect(said.position.coordinate?.longitude == 3 + 4.0 / 60)
        guard case .broken = try reader.read(path: tree.path("b.THM.xmp"), now: 1).get().content else {
            return #expect(Bool(false))
        }
    }

    @Test func `A film of low resolution says where it was taken, and anything else nothing`() throws {
        try tree.write("a.THM", TestPhoto(at: (52.52, 13.405), taken: "2026:05:04 10:00:00").bytes)
        try tree.write("a.wav", Array("RIFF\0\0\0\0WAVEfmt ".utf8))
        try tree.write("a.jpg.pp3", [])
        var reader = PhotoReader()
        guard case .sidecar(.companion, let said?) = try reader.read(path: tree.path("a.THM"), now: 1).get().content
        else { return #expect(Bool(false)) }
        #expect(said.position.coordinate?.latitude.rounded() == 53)
        #expect(said.captureTime != nil && said.make == nil)
        for name in ["a.wav", "a.jpg.pp3"] {
            #expect(try reader.read(path: tree.path(FilePath(name)), now: 1).get().content == .sidecar(.companion))
        }
    }
}
