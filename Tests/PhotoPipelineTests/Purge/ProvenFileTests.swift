import Glibc
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

struct ProvenFileTests {
    private let tree: TemporaryTree
    private let trash: FakeTrashService

    init() throws {
        tree = try TemporaryTree()
        try tree.write("a.jpg", Array("abc".utf8))
        try tree.makeDirectory("trash")
        trash = FakeTrashService(in: tree.path("trash"))
    }

    private func prove(_ path: FilePath) throws(TrashError) -> ProvenFile {
        try ProvenFile(tree.path(path), interruption: TestInterruption())
    }

    private func kind(_ body: () throws -> Void) -> TrashError.Kind? {
        do {
            try body()
            return nil
        } catch {
            return (error as? TrashError)?.kind
        }
    }

    @Test func `The hash covers every byte`() throws {
        let digits = try prove("a.jpg").sha256.map { String($0, radix: 16) }.joined()
        #expect(digits == "ba7816bf8f1cfea414140de5dae2223b0361a396177a9cb410ff61f2015ad")
    }

    @Test func `Links, directories, pipes and missing files are not read`() throws {
        try tree.link("link", to: "a.jpg")
        try tree.makePipe("pipe")
        #expect(kind { _ = try prove("link") } == .changed)
        #expect(kind { _ = try prove("trash") } == .changed)
        #expect(kind { _ = try prove("pipe") } == .changed)
        #expect(kind { _ = try prove("gone") } == .missing)
    }

    @Test func `A file that is written to after hashing has no proof`() throws {
        let file = try prove("a.jpg")
        let removal = TicketedRemoval(
            path: tree.path("a.jpg"), ticket: try trash.prepare(tree.path("a.jpg"), run: 1, number: 1))
        #expect(trash.park([removal]) == [nil])
        try tree.write("trash/1-1", Array("abcd".utf8))
        #expect(kind { _ = try file.proof(of: removal, in: trash) } == .changed)
    }

    /// A proof for a file that is about to be removed permanently.
    private func proof() throws -> (file: ProvenFile, proof: RemovalProof) {
        let file = try ProvenFile(tree.path("a.jpg"), isForGood: true, interruption: TestInterruption())
        let removal = TicketedRemoval(
            path: tree.path("a.jpg"), ticket: try trash.prepare(tree.path("a.jpg"), run: 1, number: 1))
        #expect(trash.park([removal]) == [nil])
        return (file, try file.proof(of: removal, in: trash))
    }

    @Test func `Opening it for writing breaks its proof, and does not wait long`() throws {
        let proof = try proof().proof
        try proof.checkUnwritten()
        let began = ContinuousClock.now
        let editor = try Editor(tree.path("trash/1-1"))
        #expect(ContinuousClock.now - began < .seconds(20), "the kernel itself breaks a lease after 45 s")
        #expect(kind { try proof.checkUnwritten() } == (isLeasable ? .changed : nil))
        try editor.flip()
        #expect(kind { try proof.checkUnwritten() } == .changed)
    }

    @Test func `Whoever wants to write waits until the removal has returned`() throws {
        if !isLeasable { try Test.cancel("there are no leases here") }
        let proof = try proof().proof
        func openingError() -> Errno? {
            do {
                try FileDescriptor.open(tree.path("trash/1-1"), .writeOnly, options: [.nonBlocking, .closeOnExec])
                    .close()
                return nil
            } catch {
                return error as? Errno
            }
        }
        try proof.remove { () throws(TrashError) in
            // The first asks for the lease; a lease that was given back would let one of the others through.
            let answers = (0..<1_000).map { _ in openingError() }
            #expect(answers.allSatisfy { $0 == .wouldBlock })
        }
        #expect(openingError() == nil)
        #expect(kind { try proof.remove {} } == .changed)
    }

    @Test func `If someone has it open for writing, its bytes are compared`() throws {
        let editor = try Editor(tree.path("a.jpg"))
        let proof = try proof().proof
        try proof.checkUnwritten()
        try editor.flip()
        #expect(kind { try proof.checkUnwritten() } == .changed)
        try editor.flip()
        try proof.checkUnwritten()
    }

    /// Whether files of the tree can have leases. Some sandboxes and file systems do not allow them.
    private var isLeasable: Bool {
        guard (try? tree.write("leased")) != nil,
            let file = try? FileDescriptor.open(tree.path("leased"), .readOnly)
        else { return false }
        defer { try? file.close() }
        // F_SETLEASE, see fcntl(2).
        return fcntl(file.rawValue, 1_024, Int32(F_RDLCK)) == 0
    }

    @Test func `A file that is written to during hashing is not hashed`() throws {
        let meddler = TestInterruption { [tree] in try? tree.write("a.jpg", Array("abcd".utf8)) }
        #expect(kind { _ = try ProvenFile(tree.path("a.jpg"), interruption: meddler) } == .changed)
    }

    @Test func `An interruption is noticed before a block is read`() throws {
        let wish = TestInterruption(afterQuestions: 1)
        #expect(kind { _ = try ProvenFile(tree.path("a.jpg"), interruption: wish) } == .interrupted)
        #expect(kind { _ = try ProvenFile(tree.path("a.jpg"), interruption: TestInterruption()) } == nil)
    }

    @Test func `A file that still has its own name has no proof`() throws {
        let file = try prove("a.jpg")
        let removal = TicketedRemoval(
            path: tree.path("a.jpg"), ticket: try trash.prepare(tree.path("a.jpg"), run: 1, number: 1))
        #expect(kind { _ = try file.proof(of: removal, in: trash) } == .missing)
    }

    @Test func `The fake follows its script, and fails otherwise`() throws {
        let path = tree.path("a.jpg")
        trash.refuse(.park, for: path.string, with: TrashError(.full, "no room"))
        let removal = TicketedRemoval(path: path, ticket: try trash.prepare(path, run: 1, number: 1))
        #expect(trash.park([removal]).map { $0?.kind } == [.full])
        #expect(tree.exists("a.jpg"))
        #expect(trash.calls == [.prepare(path), .park([path])])
        withKnownIssue { _ = FakeTrashService(in: nil).park([removal]) }
    }
}
