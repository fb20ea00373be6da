import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// What is recorded about an upload with nothing left to send, and for how long.
struct CompleteUploadTests {
    private let library: Library
    private let key = [UInt8](repeating: 7, count: 32)
    private let upload = CompleteUpload(upToDate: 5, leftOut: KnownGroup.LeftOut(personal: 2, unsure: 1))

    private var index: PhotoIndex { library.index }

    init() throws {
        library = try Library()
        try library.scan([photo("a.jpg", taken: 5)])
    }

    private func remember() throws { try index.note(upload, of: key, since: index.changeMark()) }

    @Test func `It is remembered for the same request, and for no other`() throws {
        #expect(try index.completeUpload(of: key) == nil)
        try remember()
        #expect(try index.completeUpload(of: key) == upload)
        #expect(try index.completeUpload(of: [UInt8](repeating: 8, count: 32)) == nil)
    }

    @Test func `Another request is remembered separately`() throws {
        let other = [UInt8](repeating: 8, count: 32)
        try remember()
        try index.note(CompleteUpload(upToDate: 1, leftOut: .init()), of: other, since: index.changeMark())
        #expect(try index.completeUpload(of: key) == upload)
        #expect(try index.completeUpload(of: other)?.upToDate == 1)
    }

    @Test func `A scan that finds no changes, and records of runs, keep it`() throws {
        let nas = try index.addDestination(name: "nas", spec: "folder:/nas", marker: marker("nas"))
        try remember()
        let run = try index.beginRun("scan", at: 7)
        try library.scan([])
        try index.endRun(run, at: 8, isComplete: true, counts: ["same": 1])
        try index.setListed(["a": 9], ofDestination: nas.id)
        #expect(try index.completeUpload(of: key) == upload)
    }

    @Test(
        arguments: [
            { try $0.scan([photo("a.jpg", taken: 5), photo("b.jpg", taken: 6)]) },
            { _ = try $0.scan([photo("a.jpg", taken: 9)]) },
            { _ = try $0.index.addDestination(name: "nas", spec: "folder:/nas", marker: marker("nas")) },
            { try $0.index.forget(root: "/photos", at: 1) },
            { library in
                _ = try library.index.judgeAnew(
                    basis: JudgingBasis(
                        fences: [UInt8](repeating: 1, count: 32), settings: [UInt8](repeating: 1, count: 32),
                        rulesVersion: 1), judge: Library.judge)
            },
        ] as [@Sendable (Library) throws -> Void])
    func `Every change of the known data ends it`(change: @Sendable (Library) throws -> Void) throws {
        try remember()
        try change(library)
        #expect(try index.completeUpload(of: key) == nil)
    }

    @Test func `Changes by the upload itself do not count`() throws {
        let mark = try index.changeMark()
        _ = try index.addDestination(name: "nas", spec: "folder:/nas", marker: marker("nas"))
        try index.note(upload, of: key, since: mark)
        #expect(try index.completeUpload(of: key) == upload)
    }

    @Test func `If another program changed something meanwhile, nothing is remembered`() throws {
        let directory = try TemporaryDirectory()
        let one = try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner)
        let other = try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner)
        let mark = try one.changeMark()
        _ = try other.addRoot("/other", fileSystem: Library.disk, now: 1)
        _ = try one.addRoot("/one", fileSystem: Library.disk, now: 1)
        try one.note(upload, of: key, since: mark)
        #expect(try one.completeUpload(of: key) == nil)
        try one.note(upload, of: key, since: one.changeMark())
        #expect(try other.completeUpload(of: key) == upload)
    }
}
