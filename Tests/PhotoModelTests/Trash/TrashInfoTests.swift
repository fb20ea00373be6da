import PhotoModel
import SystemPackage
import Testing

struct TrashInfoTests {
    private let time = WallTime(year: 2026, month: 5, day: 1, hour: 10, minute: 2, second: 3)

    @Test func `The file has the header, the encoded path and the date`() {
        let info = TrashInfo(path: FilePath(bytes: Array("/a b/50%\n\u{E9}".utf8) + [0xFF]), deleted: time)
        let text = "[Trash Info]\nPath=/a%20b/50%25%0A%C3%A9%FF\nDeletionDate=2026-05-01T10:02:03\n"
        #expect(String(decoding: info.bytes, as: UTF8.self) == text)
        #expect(TrashInfo(parsing: info.bytes) == info)
    }

    @Test func `Every byte of a name comes back`() {
        let path = FilePath(bytes: (1...255).map { UInt8($0) }.filter { $0 != UInt8(ascii: "/") })
        #expect(TrashInfo(parsing: TrashInfo(path: path, deleted: nil).bytes)?.path == path)
    }

    @Test func `Of repeated lines the first counts, and other lines do not`() {
        let text = "[Trash Info]\nX=1\nPath=first\nPath=second\nDeletionDate=20040831T22:32:08\nDeletionDate=x"
        let info = TrashInfo(parsing: Array(text.utf8))
        #expect(info?.path == "first")
        #expect(info?.deleted?.text == "2004-08-31T22:32:08")
    }

    @Test(arguments: [
        "", "[Trash info]\nPath=a", "\n[Trash Info]\nPath=a", "[Trash Info]\nDeletionDate=2026-05-01T10:02:03",
        "[Trash Info]\nPath=", "[Trash Info]\nPath=../a", "[Trash Info]\nPath=a/%2E%2E/b", "[Trash Info]\nPath=a%00b",
    ])
    func `Text that is not an info file is refused`(_ text: String) {
        #expect(TrashInfo(parsing: Array(text.utf8)) == nil)
    }

    @Test(arguments: ["2026-13-01T10:02:03", "2026-05-01", "2026-05-01 10:02:03", "-2026-05-01T10:02:0", ""])
    func `An invalid date is ignored`(_ date: String) {
        let info = TrashInfo(parsing: Array("[Trash Info]\nPath=a%2\nDeletionDate=\(date)".utf8))
        #expect(info == TrashInfo(path: "a%2", deleted: nil))
    }
}
