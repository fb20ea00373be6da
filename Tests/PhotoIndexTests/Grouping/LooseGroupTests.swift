import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// Which directories a scan postpones, who works them out, and what that costs.
struct LooseGroupTests {
    private let directory: TemporaryDirectory
    private let library: Library

    init() throws {
        directory = try TemporaryDirectory()
        library = try Library(PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner))
    }

    private func save(_ files: [ScannedFile], version: Int = 1) throws {
        let writer = try library.index.scanWriter(root: library.root.id, readerVersion: version, basis: nil)
        try writer.save(files, judge: Library.judge)
    }

    private func loose() throws -> [String] {
        try values("SELECT CAST(path AS TEXT) FROM looseDirectory", in: directory.index)
    }

    private func plain(_ path: String, _ number: Int, row: Int64? = nil) -> ScannedFile {
        var file = still(path, number, row: row)
        file.mayBeGrouped = false
        return file
    }

    @Test func `Files that a killed scan saved are grouped at the end of the next scan`() throws {
        try save([still("d/I.jpg", 1), clip("d/I.mov", 2), still("J.jpg", 3)])
        #expect(try loose() == ["", "d"])
        #expect(try library.index.checkIntegrity().isEmpty)
        #expect(try library.groups().count == 3)
        try library.scan([])
        #expect(try library.groups() == [["d/I.jpg still", "d/I.mov clip"], ["J.jpg still"]])
        try library.expectSound()
    }

    @Test func `A reader groups the files of a killed first scan, and judges by the given basis`() throws {
        try save([still("d/I.jpg", 1), clip("d/I.mov", 2, at: (-5, 0))])
        let basis = JudgingBasis(
            fences: Array(repeating: 1, count: 32), settings: Array(repeating: 2, count: 32), rulesVersion: 1)
        _ = try library.index.judgeAnew(basis: basis, judge: Library.judge)
        #expect(try library.index.settleGroups(basis: basis, judge: Library.judge).directories == 1)
        #expect(try library.judgement("d/I.jpg")?.reason == .membersDiffer)
        #expect(try library.index.basis() == basis)
        try library.expectSound()
        #expect(try library.index.settleGroups(basis: nil, judge: Library.judge) == SettledGroups())
        #expect(try library.index.basis() == basis)
        try save([clip("d/J.mov", 3)])
        try library.index.settleGroups(basis: nil, judge: Library.judge)
        #expect(try library.index.basis() == nil, "verdicts by two sets of rules stand side by side")
    }

    @Test func `Plain photos with unrelated names need no grouping, new or read again`() throws {
        try execute(
            "CREATE TRIGGER loose BEFORE INSERT ON looseDirectory BEGIN SELECT raise(ABORT, 'loose'); END",
            in: directory.index)
        try library.scan((1...9).map { plain("d/\($0).jpg", $0) })
        let row = try library.rows("d/1.jpg")[0]
        try library.scan([plain("d/1.jpg", 21, row: row)])
        try save([plain("d/1.jpg", 21, row: row)], version: 2)
        #expect(throws: IndexError.self) { try save([clip("d/10.mov", 10)]) }
        #expect(throws: IndexError.self) { try save([raw("d/10.cr2", 10)]) }
        #expect(throws: IndexError.self) { try save([sidecar("d/10.xmp", 10)]) }
        #expect(throws: IndexError.self) { try save([still("d/10.jpg", 10)]) }
        var identified = plain("d/10.jpg", 10)
        guard case .photo(var facts) = identified.reading.content else { return }
        facts.contentIdentifier = "A"
        identified.reading.content = .photo(facts)
        #expect(throws: IndexError.self) { try save([identified]) }
    }

    @Test func `A group that is read again without changes writes nothing`() throws {
        try library.scan([still("d/I.jpg", 1), clip("d/I.mov", 2), sidecar("d/I.xmp", 3)])
        let rows = try library.rows("d/I.jpg", "d/I.mov", "d/I.xmp")
        for table in ["file", "assetGroup", "verdict", "tally", "looseDirectory"] {
            for event in ["INSERT", "UPDATE", "DELETE"] {
                try execute(
                    "CREATE TRIGGER \(table)\(event) BEFORE \(event) ON \(table) BEGIN SELECT raise(ABORT, 'written'); END",
                    in: directory.index)
            }
        }
        let outcome = try library.scan([
            still("d/I.jpg", 1, row: rows[0]), clip("d/I.mov", 2, row: rows[1]), sidecar("d/I.xmp", 3, row: rows[2]),
        ])
        #expect(outcome.same == 2)
    }

    @Test func `Files that an older reader read are grouped again when they are read again`() throws {
        try library.scan([plain("d/I.jpg", 1), still("d/J.jpg", 2)])
        let row = try library.rows("d/J.jpg")[0]
        try save([still("d/J.jpg", 2, row: row)])
        #expect(try loose().isEmpty)
        try save([still("d/J.jpg", 2, row: row)], version: 2)
        #expect(try loose() == ["d"])
    }

    @Test func `A directory is read without its subdirectories`() throws {
        let below = (0..<20_000).map { plain("d/\($0 / 100)/\($0).jpg", $0 + 10) }
        try library.scan(below)
        try library.scan([], unseen: Array(1...5_000))
        try save([
            still("d/I.jpg", 1), clip("d/I.mov", 2), still("d/0.jpg", 3), still("d/0-.jpg", 4), still("d/00.jpg", 5),
        ])
        let settled = try library.index.settleGroups(basis: nil, judge: Library.judge)
        #expect(settled.directories == 1)
        #expect(settled.rowsRead <= 5 + 200 + 1, "\(settled.rowsRead)")
        #expect(try library.groups().contains(["d/I.jpg still", "d/I.mov clip"]))
        try library.expectSound()
    }

    @Test func `Many files in many directories are grouped in several transactions`() throws {
        try library.scan(
            (0..<12_000).flatMap { number in
                [
                    still("\(number / 10)/I\(number).jpg", number),
                    clip("\(number / 10)/I\(number).mov", number + 50_000),
                ]
            })
        #expect(try library.index.status().groups == 12_000)
        try library.expectSound()
    }

    @Test func `Two roots are separate, a nested one becomes part of the other, and a forgotten one leaves nothing`()
        throws
    {
        let inner = try Library(library.index, root: "/outer/inner")
        let writer = try inner.index.scanWriter(root: inner.root.id, readerVersion: 1, basis: nil)
        try writer.save([still("I.jpg", 1), still("d/I.jpg", 2)], judge: Library.judge)
        try save([still("I.jpg", 3)])
        let outer = try Library(library.index, root: "/outer")
        #expect(try loose().sorted() == ["", "inner", "inner/d"])
        try library.index.forget(root: "/photos", at: 1)
        #expect(try loose() == ["inner", "inner/d"])
        try outer.scan([clip("inner/d/I.mov", 4)])
        #expect(try outer.groups() == [["inner/d/I.jpg still", "inner/d/I.mov clip"], ["inner/I.jpg still"]])
        try outer.expectSound()
    }
}
