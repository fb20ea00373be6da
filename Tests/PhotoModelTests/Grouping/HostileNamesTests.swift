import PhotoModel
import Testing
import WorkphotosTestSupport

struct HostileNamesTests {
    @Test func `Names without a stem share nothing`() {
        let names = [
            ".jpg", ".mov", ".json", ".xmp", "...", "....", ".", "..jpg", "..mov", "jpg", "mov", "(1)", "-edited",
        ]
        let photos = names.filter { $0 != ".json" && $0 != ".xmp" }
        #expect(Directory.groups(photos.map { Directory.file($0) })?.count == photos.count)
        let files = names.map { Directory.file($0) }
        #expect(Directory.groups(files)?.suffix(2) == [".json", ".xmp"])
    }

    @Test func `Names that are not UTF-8 are compared by bytes`() {
        let stem: [UInt8] = [0x49, 0xFF, 0xC3, 0x28, 0x80]
        let files = [".CR2", ".jpg", ".jpg.xmp", ".jpg.json", ".aae"].map { Directory.file(stem + Array($0.utf8)) }
        #expect(FileGroups(files).groups.map { $0.map(\.file) } == [[1, 0, 4, 3, 2]])
        let other = Directory.file([0x49, 0xFE, 0xC3, 0x28, 0x80] + Array(".CR2".utf8))
        #expect(FileGroups([files[1], other]).groups.count == 2)
    }

    @Test func `Composed and decomposed names are two`() {
        let files = ["caf\u{E9}.CR2", "cafe\u{301}.jpg", "caf\u{C9}.jpg"].map { Directory.file($0) }
        #expect(Directory.groups(files)?.count == 3)
    }

    @Test func `Names of 255 bytes have sidecars, and an invalid byte counts as one unit`() {
        let long = Array(repeating: UInt8(ascii: "x"), count: 251)
        let files = [long.dropLast(4) + Array(".jpg.xmp".utf8), long.dropLast(4) + Array(".jpg".utf8)].map {
            Directory.file($0)
        }
        #expect(FileGroups(files).groups.map { $0.map(\.file) } == [[1, 0]])
        let broken = Array(repeating: 0xFF as UInt8, count: 100)
        let json = Directory.file(broken.prefix(46) + Array(".json".utf8))
        #expect(FileGroups([Directory.file(broken + Array(".jpg".utf8)), json]).groups.map(\.count) == [2])
    }

    @Test(arguments: ["a.jpg", "A.mov", "a-edited.jpg", "IMG_E1.jpg", "a.xmp", "a(1).json"])
    func `A directory may contain thousands of a kind`(pattern: String) {
        // Names of one stem that differ only in case are the worst case.
        let base = Array("abcdefghijklmnopqrstuvwxyz".utf8)
        let files = (0..<4_000).map { number in
            let stem = base.enumerated().map { place, byte in number >> place & 1 == 1 ? byte & ~0x20 : byte }
            return Directory.file(stem + Array(pattern.utf8), id: "same")
        }
        let groups = FileGroups(files + [Directory.file(base + Array(".jpg".utf8))])
        #expect(groups.groups.joined().count + groups.orphans.count == files.count + 1)
    }

    @Test func `Every file is in one group, in whatever order`() throws {
        let pieces = [
            "IMG_", "IMG_E", "1", "2", "(1)", "-edited", ".jpg", ".HEIC", ".mov", ".CR2", ".json", ".xmp", ".AAE",
        ]
        var random = SplitMix64(seed: 9)
        for _ in 0..<80 {
            let names = Set(
                (0..<14).map { _ in
                    (0..<Int.random(in: 2...6, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
                        .joined()
                })
            let files = try names.sorted().map { name in
                let taken = try CaptureTime(
                    parsing: Bool.random(using: &random) ? "2026-05-01T10:00" : "2026-05-01T11:00")
                let id = ["1", "2", nil, nil].randomElement(using: &random) ?? nil
                return Directory.file(name, id: id, taken: taken)
            }
            let found = FileGroups(files)
            #expect((found.groups.joined().map(\.file) + found.orphans).sorted() == Array(files.indices))
            #expect(found.groups.allSatisfy { group in group.first.map { $0.role != .sidecar } ?? false })
            #expect(Directory.groups(files) != nil)
            if found.groups.contains(where: { $0.count > 1 }), !files.contains(where: { $0.contentIdentifier != nil }) {
                #expect(Directory.mayJoin(files.map(\.name)))
            }
        }
    }
}
