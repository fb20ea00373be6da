import PhotoModel
import Testing

struct KnownFilesTests {
    private func known(_ names: [String]) -> KnownFiles {
        var files = KnownFiles()
        for (row, name) in names.enumerated() {
            files.add(KnownFile(path: key(name), row: Int64(row), fingerprint: fingerprint(), mustReread: false))
        }
        files.seal()
        return files
    }

    private func key(_ name: String) -> PathKey {
        var name = name
        return name.withUTF8 { bytes in
            unsafe PathKey(directory: PathKey(root: 1, directory: []), name: UnsafeRawBufferPointer(bytes))
        }
    }

    private func fingerprint(size: Int64 = 5, changed: Int64 = 7) -> Fingerprint {
        Fingerprint(size: size, modified: 6, changed: changed, inode: 8)
    }

    @Test func `A path that was added is found, another is not`() throws {
        let files = known(["a.jpg", "b.jpg", "c.jpg"])
        let place = try #require(files.index(of: key("b.jpg")))
        #expect(files[place].row == 1)
        #expect(files.index(of: key("d.jpg")) == nil)
    }

    @Test func `What was not seen is left over`() throws {
        var files = known(["a.jpg", "b.jpg", "c.jpg"])
        files.markSeen(try #require(files.index(of: key("a.jpg"))))
        files.markSeen(try #require(files.index(of: key("c.jpg"))))
        #expect(files.unseen == [1])
    }

    @Test func `Of two paths with one hash both are read again and neither is missed`() throws {
        var files = known(["a.jpg", "b.jpg", "a.jpg"])
        #expect(files[try #require(files.index(of: key("a.jpg")))].mustReread)
        #expect(files.unseen == [1])
        files.markSeen(try #require(files.index(of: key("b.jpg"))))
        #expect(files.unseen == [])
    }

    @Test func `A changed ctime counts only where the file system keeps it`() {
        let file = KnownFile(path: key("a"), row: 1, fingerprint: fingerprint(), mustReread: false)
        #expect(file.matches(fingerprint(changed: 9), keepsInodes: false))
        #expect(!file.matches(fingerprint(changed: 9), keepsInodes: true))
        #expect(!file.matches(fingerprint(size: 9), keepsInodes: false))
    }

    @Test func `A file that must be read again matches nothing`() {
        let file = KnownFile(path: key("a"), row: 1, fingerprint: fingerprint(), mustReread: true)
        #expect(!file.matches(fingerprint(), keepsInodes: true))
    }

    @Test func `Every one of many files is found, and none that was not added`() {
        let files = known((0..<5000).map { "\($0)" })
        #expect(
            (0..<5000).allSatisfy { number in files.index(of: key("\(number)")).map { files[$0].row } == Int64(number) }
        )
        #expect((5000..<10_000).allSatisfy { files.index(of: key("\($0)")) == nil })
    }

    @Test func `Nothing is found where nothing is known`() {
        #expect(known([]).index(of: key("a")) == nil)
        #expect(KnownFiles().index(of: key("a")) == nil)
    }

    @Test(arguments: [0, 1, 1 << 40, -1], [true, false])
    func `A file keeps its row, to be read again or not`(row: Int64, mustReread: Bool) {
        let file = KnownFile(path: key("a"), row: row, fingerprint: fingerprint(), mustReread: mustReread)
        #expect(file.row == row)
        #expect(file.mustReread == mustReread)
    }
}
