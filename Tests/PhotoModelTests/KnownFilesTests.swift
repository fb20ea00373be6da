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

    @Test func `An added path is found, another is not`() throws {
        let files = known(["a.jpg", "b.jpg", "c.jpg"])
        let place = try #require(files.index(of: key("b.jpg")))
        #expect(files[place].row == 1)
        #expect(files.index(of: key("d.jpg")) == nil)
    }

    @Test func `Unseen files remain`() throws {
        var files = known(["a.jpg", "b.jpg", "c.jpg"])
        files.markSeen(try #require(files.index(of: key("a.jpg"))))
        files.markSeen(try #require(files.index(of: key("c.jpg"))))
        #expect(files.unseen == [1])
    }

    @Test func `Sets of known files can be merged`() throws {
        var (one, other) = (KnownFiles(), KnownFiles())
        one.add(KnownFile(path: key("a.jpg"), row: 1, fingerprint: fingerprint(), mustReread: false))
        one.noteSidecar(key("a.xmp"), in: key("d"))
        other.add(KnownFile(path: key("b.jpg"), row: 2, fingerprint: fingerprint(), mustReread: false))
        other.noteSidecar(key("b.xmp"), in: key("d"))
        one.add(other)
        one.seal()
        let files = one
        #expect(files[try #require(files.index(of: key("b.jpg")))].row == 2)
        #expect(files.unseen == [1, 2])
        let sum = files.sidecarTerm(of: key("a.xmp")) &+ files.sidecarTerm(of: key("b.xmp"))
        #expect(files.sidecarSum(of: key("d")) == sum && sum != 0)
    }

    @Test func `Files that a walk finds are seen, changed or not`() {
        var files = KnownFiles()
        files.add(KnownFile(path: key("a.jpg"), row: 7, fingerprint: fingerprint(), mustReread: false))
        files.add(KnownFile(path: key("b.jpg"), row: 8, fingerprint: fingerprint(), mustReread: false))
        files.seal()
        let same = files.see(key("a.jpg"), fingerprint(), keepsInodes: true)
        #expect(same?.row == 7 && same?.isSame == true)
        #expect(files.unseen == [8])
        let other = files.see(key("b.jpg"), fingerprint(changed: 9), keepsInodes: true)
        #expect(other?.row == 8 && other?.isSame == false)
        #expect(files.unseen == [])
        let unknown = files.see(key("c.jpg"), fingerprint(), keepsInodes: true)
        #expect(unknown == nil)
        var none = KnownFiles()
        let nothing = none.see(key("a.jpg"), fingerprint(), keepsInodes: true)
        #expect(nothing == nil)
    }

    @Test func `Of two paths with one hash both are read again and neither is missed`() throws {
        var files = known(["a.jpg", "b.jpg", "a.jpg"])
        #expect(files[try #require(files.index(of: key("a.jpg")))].mustReread)
        #expect(files.unseen == [1])
        files.markSeen(try #require(files.index(of: key("b.jpg"))))
        #expect(files.unseen == [])
    }

    @Test func `A changed ctime counts only if the file system keeps it`() {
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

    @Test func `Nothing is found without known files`() {
        #expect(known([]).index(of: key("a")) == nil)
        #expect(KnownFiles().index(of: key("a")) == nil)
    }

    @Test(arguments: [0, 1, 1 << 40, -1], [true, false])
    func `A file keeps its row, whether it must be read again or not`(row: Int64, mustReread: Bool) {
        let file = KnownFile(path: key("a"), row: row, fingerprint: fingerprint(), mustReread: mustReread)
        #expect(file.row == row)
        #expect(file.mustReread == mustReread)
    }
}
