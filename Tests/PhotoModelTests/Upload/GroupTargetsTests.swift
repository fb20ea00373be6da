import PhotoModel
import SystemPackage
import Testing

struct GroupTargetsTests {
    private func targets(_ names: [[UInt8]], _ template: String = "{fence}/{name}") throws -> GroupTargets {
        let subject = FolderTemplate.Subject(fence: "F", time: nil, make: nil, model: nil, user: "anna")
        return GroupTargets(template: try FolderTemplate(parsing: template), subject: subject, names: names)
    }

    private func names(_ names: String..., template: String = "{name}", number: Int = 1) throws -> [String] {
        try targets(names.map { Array($0.utf8) }, template).targets(number).map(\.string)
    }

    @Test func `A suffix follows the leader's stem in all names that begin with it`() throws {
        #expect(
            try names("IMG_1.jpg", "IMG_1.mov", "IMG_1.jpg.xmp", "IMG_1-edited.jpg", number: 2)
                == ["IMG_1 (2).jpg", "IMG_1 (2).mov", "IMG_1 (2).jpg.xmp", "IMG_1 (2)-edited.jpg"])
        #expect(try names("IMG_1.JPG", "img_1.jpg.xmp", number: 3) == ["IMG_1 (3).JPG", "img_1 (3).jpg.xmp"])
    }

    @Test func `A suffix precedes the extension of other names`() throws {
        #expect(try names("IMG_1234.HEIC", "IMG_E1234.HEIC", number: 2) == ["IMG_1234 (2).HEIC", "IMG_E1234 (2).HEIC"])
        #expect(try names("a", "b.c.d", number: 2) == ["a (2)", "b.c (2).d"])
    }

    @Test func `The directory is the leader's`() throws {
        let paths = try names("a.jpg", "b.xmp", template: "{fence}/{stem}/{name}")
        #expect(paths == ["F/a/a.jpg", "F/a/b.xmp"])
    }

    @Test func `Names that become equal are made different`() throws {
        #expect(try names("a:.jpg", "a?.jpg", "A_.JPG") == ["a_.jpg", "a_ (2).jpg", "A_ (3).JPG"])
        #expect(try names("a.jpg", "a.mov", template: "{stem}") == ["a", "a (2)"])
        #expect(try names("caf\u{E9}.jpg", "cafe\u{301}.jpg")[1].hasSuffix(" (2).jpg"))
        #expect(try names("a:.jpg", "a_.jpg", "a_ (2).jpg") == ["a_.jpg", "a_ (2).jpg", "a_ (2) (2).jpg"])
    }

    @Test(arguments: [
        ("Albums/{name}", "_Albums/a.jpg"), ("albums./{year}/{name}", "_albums/undated/a.jpg"),
        ("Al\u{AD}bums/{name}", "_Al\u{AD}bums/a.jpg"), ("{fence}/Albums/{name}", "F/Albums/a.jpg"),
    ])
    func `No target is in the folder of albums`(template: String, target: String) throws {
        #expect(try names("a.jpg", template: template).map { Array($0.utf8) } == [Array(target.utf8)])
    }

    @Test func `No file takes the name of the folder of albums`() throws {
        #expect(try names("ALBUMS", "Albums.xmp") == ["_ALBUMS", "Albums.xmp"])
        #expect(try names("Albums") == ["_Albums"])
        #expect(try names("Albums", number: 2) == ["Albums (2)"])
        #expect(try names("Albums", template: "{fence}/{name}") == ["F/Albums"])
    }

    @Test func `Bytes that are not UTF-8 are replaced, and stay different`() throws {
        let paths = try targets([[0x61, 0xFF, 0x2E, 0x6A], [0x61, 0xFE, 0x2E, 0x6A]]).targets()
        #expect(paths == ["F/a_.j", "F/a_ (2).j"])
    }

    @Test func `A suffix is never cut`() throws {
        let long = String(repeating: "x", count: 250)
        #expect(try names(long + ".jpg", number: 2)[0].hasSuffix("x (2).jpg"))
        #expect(try names("x.jpg", long + ".jpg", number: 2)[1].hasSuffix("x (2).jpg"))
    }

    @Test(arguments: 0..<10)
    func `No two members have the same target, whatever their names`(seed: UInt64) throws {
        var odd = OddNames(seed: seed)
        for _ in 0..<20 {
            let group = (0..<6).map { _ in odd.next() }
            let targets = try targets(group)
            var all: Set<String> = []
            for number in 1...3 {
                let paths = targets.targets(number).map(\.string)
                #expect(paths == targets.targets(number).map(\.string))
                #expect(Set(paths.map { $0.lowercased() }).count == group.count, "\(group)")
                for path in paths {
                    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                    #expect(
                        parts.count == 2 && parts.allSatisfy { isSafe(String(Substring($0))) },
                        "\(path.debugDescription)")
                }
                all.formUnion(paths.prefix(1).map { $0.lowercased() })
            }
            #expect(all.count == 3, "each number makes another name for the leader: \(all)")
        }
    }
}
