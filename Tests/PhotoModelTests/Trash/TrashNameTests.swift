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
    func `A name in the trash is told from all others and keeps the file's`(
        _ name: String, _ again: Int, _ wanted: String
    ) {
        #expect(TrashName.inTrash(FilePath(name), run: 12, number: 3, again: again) == FilePath(wanted))
    }

    @Test func `A name in the trash has room for more behind it`() {
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

    @Test func `What is about to be removed for good says so, and has no name that another file is given`() {
        let name = TrashName.inTrash("IMG_1.jpg", run: 12, number: 3)
        #expect(TrashName.setAside(name) == "emptying-IMG_1.workphotos-12-3.jpg")
        #expect(TrashName.setAside(name) != TrashName.inTrash("emptying-IMG_1.jpg", run: 12, number: 4))
    }

    @Test func `A parked name is one that scans leave out`() {
        #expect(TrashName.parked(run: 12, number: 3) == ".workphotos-12-3")
        #expect(TrashName.parked(run: 12, number: 3, again: 1) == ".workphotos-12-3-2")
    }
}
