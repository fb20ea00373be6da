import PhotoModel
import SystemPackage
import Testing

struct TrashNameTests {
    @Test(arguments: [
        ("IMG_1.jpg", 0, "IMG_1.workphotos-12-3.jpg"), ("IMG_1.jpg", 1, "IMG_1.workphotos-12-3-2.jpg"),
        ("photo", 0, "photo.workphotos-12-3"), (".hidden", 0, ".hidden.workphotos-12-3"),
        ("a.tar.gz", 0, "a.tar.workphotos-12-3.gz"), ("a.", 0, "a.workphotos-12-3."),
        ("a.an ending that is none", 0, "a.an ending that is none.workphotos-12-3"),
    ])
    func `A name in the trash is unique and keeps the file's name`(
        _ name: String, _ again: Int, _ wanted: String
    ) {
        #expect(TrashName.inTrash(FilePath(name), run: 12, number: 3, again: again) == FilePath(wanted))
    }

    @Test func `A name in the trash leaves room for a suffix`() {
        let long = FilePath(bytes: [UInt8](repeating: 0xFF, count: 250) + Array(".jpeg".utf8))
        let name = TrashName.inTrash(long, run: .max, number: .max, again: 999).bytes
        #expect(name.count == 124)
        #expect(TrashName.setAside(FilePath(bytes: name)).bytes.count == 133)
        #expect(name.suffix(5).elementsEqual(".jpeg".utf8))
    }

    @Test(arguments: 0..<4)
    func `A long name in the trash ends with a whole character`(_ shift: Int) {
        for character in ["\u{E9}", "\u{5199}", "\u{1F4F7}"] {
            let stem = String(repeating: "a", count: shift) + String(repeating: character, count: 60)
            let name = TrashName.inTrash(FilePath("\(stem).jpg"), run: 12, number: 3)
            let text = String(validating: name.bytes, as: UTF8.self)
            #expect(text?.hasSuffix("\(character).workphotos-12-3.jpg") == true)
            #expect(name.bytes.count > 120)
        }
    }

    @Test func `The name of a file that is about to be removed permanently is recognizable, and no other file gets it`()
    {
        let name = TrashName.inTrash("IMG_1.jpg", run: 12, number: 3)
        #expect(TrashName.setAside(name) == "emptying-IMG_1.workphotos-12-3.jpg")
        #expect(TrashName.setAside(name) != TrashName.inTrash("emptying-IMG_1.jpg", run: 12, number: 4))
    }

    @Test func `Scans skip parked names`() {
        #expect(TrashName.parked(nil, run: 12, number: 3) == ".workphotos-12-3")
        #expect(TrashName.parked("IMG_1.jpg", run: 12, number: 3) == ".workphotos-12-3.IMG_1.jpg")
        #expect(TrashName.parked("IMG_1.jpg", run: 12, number: 3, again: 1) == ".workphotos-12-3-2.IMG_1.jpg")
    }

    @Test(arguments: [
        "IMG_1.jpg", "7-8.jpg", ".hidden", "-1", "a\u{E9} b", ".workphotos-1-2.x", String(repeating: "n", count: 125),
    ])
    func `A parked name contains the original name`(own: String) {
        for again in [0, 1] {
            let name = TrashName.parked(FilePath(own), run: 12, number: 3, again: again)
            let isTooLong = own.utf8.count + again * 2 + 17 > 143
            #expect(ParkedFileName(name)?.own == (isTooLong ? nil : FilePath(own)))
            #expect(ParkedFileName(name) != nil && name.bytes.count <= 143)
            #expect(ParkedFileName(FilePath("/photos").appending(name.components))?.own == ParkedFileName(name)?.own)
        }
    }

    @Test func `A parked name may not be valid text`() {
        let own = FilePath(bytes: [0xFF, 0x2E, 0x6A])
        #expect(ParkedFileName(TrashName.parked(own, run: .max, number: .max, again: 9))?.own == own)
    }

    @Test(arguments: [".workphotos-12-3", ".workphotos-12-3-2", ".workphotos-12-3.", ".workphotos-12-3.."])
    func `A parked name may contain no original name`(name: String) throws {
        #expect(try #require(ParkedFileName(FilePath(name))).own == nil)
    }

    @Test(arguments: [
        "IMG_1.jpg", ".workphotos-", ".workphotos-12", ".workphotos-12-", ".workphotos--3", ".workphotos-12-3x",
        ".workphotos-12-3-2-1", ".workphotos-destination", ".workphotos-12.3", "workphotos-12-3", ".workphotos-a-3.jpg",
        "",
    ])
    func `Other names are not parked names`(name: String) {
        #expect(ParkedFileName(FilePath(name)) == nil)
    }

    @Test(
        arguments: [
            ("IMG_1.workphotos-12-3.jpg", 12), ("IMG_1.workphotos-12-3-2.jpg", 12), ("photo.workphotos-1-1", 1),
            (".hidden.workphotos-12-3", 12), ("a.workphotos-1-2.workphotos-12-3.jpg", 12), ("IMG_1.jpg", nil),
            ("IMG_1.workphotos-12.jpg", nil), ("IMG_1.workphotos-12-3-2-1.jpg", nil), ("a.workphotos-1-x.jpg", nil),
            ("a.workphotos-1-.jpg", nil), ("a.workphotos-.jpg", nil), ("workphotos-1-2.jpg", nil), ("", nil),
        ] as [(String, Int64?)])
    func `The run of a name that it gives is recognized`(_ name: String, _ run: Int64?) {
        #expect(TrashName.run(of: FilePath(name)) == run)
        #expect(TrashName.run(of: TrashName.setAside(FilePath(name))) == run)
        #expect(TrashName.beforeSettingAside(TrashName.setAside(FilePath(name))) == FilePath(name))
        #expect(TrashName.beforeSettingAside(FilePath(name)) == FilePath(name))
    }

    @Test func `Every name that a run gives is recognized`() {
        let long = FilePath(bytes: [UInt8](repeating: 0xFF, count: 250) + Array(".jpeg".utf8))
        for name in ["a.jpg", "a", ".a", "a.", "a.b.c", "a.an ending that is none", long] as [FilePath] {
            for again in 0..<2 {
                #expect(TrashName.run(of: TrashName.inTrash(name, run: 12, number: 3, again: again)) == 12)
            }
        }
    }
}
