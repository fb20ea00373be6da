import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

@Suite(.enabled(if: RcloneWorld.isInstalled, Comment(rawValue: RcloneWorld.reason)))
struct RcloneFilesTests {
    private static let configuration = """
        [al]
        type = alias
        remote = TREE/alias
        [cr]
        type = crypt
        remote = TREE/crypt
        password = hLYkGi0eaC3OHNLlLNuiHcWl6hvOkQ
        """
    /// Names that mean something to shells, addresses, patterns, JSON or rclone.
    private static let names = [
        "-x.jpg", "a:b", "[b]", "x]y", "100%", "100%25", "a?b", "a#b", "a b", " a ", "a\nb", "a\r\nb", "\u{1}",
        "a\u{7F}",
        "..a", "a;b&c=d", "a+b", "\"q\" 'r'", "a\\b", "\u{FC}", "u\u{308}", "\u{240A}", "a\u{201B}b",
        "\u{201B}\u{240A}", "{a,b}", "*", "trailing.", "\u{1F4F7}.jpg",
    ]

    private let world: RcloneWorld

    init() throws {
        world = try RcloneWorld(Self.configuration)
    }

    @Test(arguments: ["TREE/plain", "al:", "cr:", ":local:TREE/other"])
    func `A name is the same in both directions, on every remote`(_ remote: String) async throws {
        for (number, name) in Self.names.enumerated() {
            try world.tree.write(FilePath("source/\(number)"), Array(name.utf8))
            try await world.rclone.copyFile(
                from: try world.local("source", "\(number)"), to: try world.place(remote, "dir/\(name)"))
        }
        for name in Self.names {
            let place = try world.place(remote, "dir/\(name)")
            let item = try #require(await world.rclone.item(at: place), "\(name.debugDescription)")
            #expect(Array(item.name.utf8) == Array(name.utf8) && item.path == "dir/\(name)")
            #expect(try await world.bytes(place) == Array(name.utf8), "\(name.debugDescription)")
        }
        let listed = try await world.rclone.list(try world.place(remote, "dir"))
        #expect(Set(listed.map { Array($0.name.utf8) }) == Set(Self.names.map { Array($0.utf8) }))
        await world.rclone.stop()
    }

    /// rclone always doubles U+201B, its own mark, on a disk.
    @Test func `On a disk the names are unchanged`() async throws {
        let names = Self.names.filter { !$0.contains("\u{201B}") }
        try world.tree.write("source/file", [1])
        let source = try world.local("source", "file")
        for name in names { try await world.rclone.copyFile(from: source, to: try world.local("plain", name)) }
        #expect(names.filter { !world.tree.exists(FilePath("plain/\($0)")) } == [])
    }

    @Test(arguments: ["a]b", "a]b/c]", "[a]", "a\nb", "a b", "100%", "a#b?c", ".b", "a//b"])
    func `Files are read below a directory with any name`(_ directory: String) async throws {
        try world.tree.write(FilePath("\(directory)/file]\n.jpg"), [1, 2, 3])
        #expect(try await world.bytes(try world.local(FilePath(directory), "file]\n.jpg")) == [1, 2, 3])
        try world.tree.write(FilePath("alias/\(directory)/f"), [4])
        #expect(try await world.bytes(try world.place("al:\(directory)", "f")) == [4])
        let spec = ":alias,remote='\(world.tree.path("alias").string)//./':\(directory)"
        #expect(try await world.bytes(try world.place(spec, "f")) == [4])
    }

    @Test func `No path leads out of the remote's directory`() async throws {
        try world.tree.write("outside", [1])
        try world.tree.makeDirectory("dir/sub")
        for path in ["../outside", "sub/../../outside"] {
            let place = try world.local("dir", path)
            #expect(try await world.rclone.item(at: place) == nil)
            #expect(await RcloneWorld.error { try await world.bytes(place) }?.kind == .missing)
            try await world.rclone.copyFile(from: try world.local("", "outside"), to: place)
        }
        #expect(try world.tree.read("outside") == [1])
        #expect(try world.tree.snapshot().keys.count { $0.hasSuffix("outside") } == 3)
    }

    @Test func `A directory is not found as a file`() async throws {
        try world.tree.write("dir/sub/a", [1, 2])
        #expect(try await world.rclone.file(at: try world.local("dir", "sub")) == nil)
        #expect(try await world.rclone.file(at: try world.local("dir", "sub/none")) == nil)
        #expect(try await world.rclone.file(at: try world.local("dir", "sub/a"), hashes: [.md5])?.hashes.count == 1)
        #expect(await RcloneWorld.error { try await world.bytes(try world.local("dir")) }?.kind == .missing)
        #expect(await RcloneWorld.error { try await world.bytes(try world.local("dir", "sub/")) }?.kind == .missing)
    }

    @Test func `A file is known by size, time and checksums`() async throws {
        try world.tree.write("alias/dir/file", Array("hello".utf8))
        try world.tree.setModified("alias/dir/file", seconds: 1_577_934_245, nanoseconds: 123_456_789)
        let place = try world.place("al:", "dir/file")
        let item = try #require(await world.rclone.item(at: place, hashes: Checksum.Kind.allCases))
        #expect(item.path == "dir/file" && item.name == "file" && item.size == 5 && !item.isDirectory)
        #expect(item.modified == 1_577_934_245_123_456_789)
        #expect(item.hashes[.md5] == "5d41402abc4b2a76b9719d911017c592")
        #expect(item.hashes[.sha1] == "aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d")
        #expect(item.hashes[.sha256] == "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824")
        #expect(try await world.rclone.item(at: place)?.hashes == [:])
    }

    @Test(arguments: ["UTC", "Asia/Kolkata", "America/St_Johns", "Pacific/Kiritimati"])
    func `Its time is the same in every zone`(_ zone: String) async throws {
        let world = try RcloneWorld(variables: ["TZ": zone])
        try world.tree.write("dir/file")
        try world.tree.setModified("dir/file", seconds: 1_782_934_245, nanoseconds: 5)
        #expect(try await world.rclone.item(at: try world.local("dir", "file"))?.modified == 1_782_934_245_000_000_005)
    }

    @Test func `A missing file and a missing directory are the same; a missing top is an error`()
        async throws
    {
        let (rclone, top) = (world.rclone, FilePath("none"))
        try world.tree.makeDirectory("dir")
        #expect(try await rclone.item(at: try world.local("dir", "a")) == nil)
        #expect(try await rclone.item(at: try world.local(top, "a")) == nil)
        #expect(try await rclone.item(at: try world.local("dir"))?.isDirectory == true)
        let (noTop, none) = try (world.local(top), world.local("dir", "none"))
        #expect(await RcloneWorld.error { try await rclone.item(at: noTop) }?.kind == .missing)
        #expect(await RcloneWorld.error { try await rclone.list(none) }?.kind == .missing)
        #expect(await RcloneWorld.error { try await rclone.deleteFile(none) }?.kind == .missing)
        #expect(await RcloneWorld.error { try await rclone.copyFile(from: none, to: noTop) }?.kind == .missing)
        let read = await RcloneWorld.error { try await world.bytes(none) }
        #expect(read?.kind == .missing)
    }

    @Test func `Directories and files are created, listed, moved and removed`() async throws {
        let rclone = world.rclone
        let deep = try world.place("cr:", "a/b")
        try await rclone.makeDirectory(deep)
        try await rclone.makeDirectory(deep)
        try world.tree.write("source/file", [1, 2, 3])
        try world.tree.setModified("source/file", seconds: 1_000_000_000)
        let (one, two) = (try world.place("cr:", "a/one"), try world.place("cr:", "a/b/two"))
        try await rclone.copyFile(from: try world.local("source", "file"), to: one)
        #expect(Set(try await rclone.list(try world.place("cr:")).map(\.path)) == ["a"])
        let all = try await rclone.list(try world.place("cr:"), recursive: true)
        #expect(Set(all.map(\.path)) == ["a", "a/b", "a/one"])
        try await rclone.moveFile(from: one, to: two)
        #expect(try await rclone.item(at: one) == nil)
        #expect(try await rclone.item(at: two)?.modified == 1_000_000_000_000_000_000)
        #expect(try await rclone.item(at: two)?.size == 3)
        try await rclone.deleteFile(two)
        #expect(try await rclone.list(deep).isEmpty)
    }

    @Test func `A file is read from any offset, in blocks`() async throws {
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
        try world.tree.write("dir/big", bytes)
        let place = try world.local("dir", "big")
        #expect(try await world.bytes(place) == bytes)
        #expect(try await world.bytes(place, from: 2_999_990) == Array(bytes.suffix(10)))
        #expect(try await world.bytes(place, from: 3_000_000).isEmpty)
        #expect(try await world.bytes(place, from: 3_000_001).isEmpty)
        var blocks = 0
        let count = try unsafe await world.rclone.read(place) { _ in blocks += 1 }
        #expect(count == 3_000_000)
        #expect(blocks > 10)
        try world.tree.write("dir/empty", [])
        #expect(try await world.bytes(try world.local("dir", "empty")).isEmpty)
    }

    @Test func `A reader may stop, and other calls continue`() async throws {
        try world.tree.write("dir/big", [UInt8](repeating: 7, count: 5_000_000))
        let place = try world.local("dir", "big")
        let error = await RcloneWorld.error {
            try unsafe await world.rclone.read(place) { (_) throws(UploadError) in
                throw UploadError(.sourceChanged, "enough")
            }
        }
        #expect(error == UploadError(.sourceChanged, "enough"))
        #expect(try await world.rclone.item(at: place)?.size == 5_000_000)
    }

    @Test func `A copy is read from an open descriptor, whatever has its name by now`() async throws {
        try world.tree.write("dir/photo", [1, 2, 3])
        let file = try FileDescriptor.open(world.tree.path("dir/photo"), .readOnly)
        defer { try? file.close() }
        try world.tree.rename("dir/photo", to: "dir/moved")
        try world.tree.write("dir/photo", [9])
        let source = try world.place(":local,copy_links:/proc/\(ProcessNumber.own)/fd", "\(file.rawValue)")
        try await world.rclone.copyFile(from: source, to: try world.local("copies", "photo"))
        #expect(try world.tree.read("copies/photo") == [1, 2, 3])
    }

    @Test func `Copied bytes are counted by group`() async throws {
        try world.tree.write("dir/a", [1, 2, 3])
        let rclone = world.rclone
        try await rclone.copyFile(from: try world.local("dir", "a"), to: try world.local("to", "a"), group: "one")
        let stats = try await rclone.stats("one")
        #expect(stats.bytes == 3 && stats.transfers == 1 && stats.errors == 0)
        #expect(try await rclone.stats("two").bytes == 0)
        try await rclone.forgetStats("one")
        #expect(try await rclone.stats("one").bytes == 0)
    }

    @Test func `A remote reports its features, and rclone its remotes`() async throws {
        let info = try await world.rclone.info(try RcloneSpec("cr:"))
        #expect(
            info.name == "cr" && info.hashes.isEmpty && info.can("Move") && !info.can("Copy") && info.precision == 1)
        let configuration = try await world.rclone.configuration()
        #expect(configuration["cr"]?["type"] == "crypt" && Set(configuration.keys) == ["al", "cr"])
    }

    @Test func `A remote that is not configured, or has an unknown type, is unavailable`() async throws {
        for remote in ["nosuch:dir", ":nosuch:dir"] {
            let place = try world.place(remote, "a")
            let error = await RcloneWorld.error {
                try await world.rclone.item(at: place)
            }
            #expect(error?.kind == .unavailable)
        }
    }

    @Test func `A cancelled copy also stops in rclone, and leaves nothing`() async throws {
        let world = try RcloneWorld(rateLimit: "1M")
        let copy = try await world.startCopy()
        copy.cancel()
        #expect(await copy.value?.kind == .interrupted)
        #expect(await comesTrue { !world.tree.exists("to/big") })
        #expect(try await world.rclone.stats("copy").bytes < 60_000_000)
    }
}
