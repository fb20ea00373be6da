import Glibc
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Makes a trash service, for suites that test the contract with all of them.
struct TrashMaker: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Whether finishing keeps the file.
    let keeps: Bool
    /// Makes one whose files are in the tree.
    let make: @Sendable (TemporaryTree) throws -> any TrashService
    var isFake: Bool { testDescription.contains("fake") }

    /// Those that keep the file.
    static let keeping = all.filter(\.keeps)

    static let all = [
        TrashMaker(testDescription: "the FreeDesktop trash", keeps: true) { $0.trash() },
        TrashMaker(testDescription: "permanent removal", keeps: false) { _ in PermanentRemoval() },
        TrashMaker(testDescription: "the fake trash", keeps: true) { try fake($0, isPermanent: false) },
        TrashMaker(testDescription: "the fake permanent removal", keeps: false) { try fake($0, isPermanent: true) },
    ]

    private static func fake(_ tree: TemporaryTree, isPermanent: Bool) throws -> FakeTrashService {
        try tree.makeDirectory("parked")
        return FakeTrashService(in: tree.path("parked"), isPermanent: isPermanent)
    }
}

extension TemporaryTree {
    /// The FreeDesktop trash with its home in the tree, at `data/Trash`.
    func trash(variables: [String: String]? = nil) -> FreeDesktopTrash {
        FreeDesktopTrash(
            variables: variables ?? ["XDG_DATA_HOME": path("data").string],
            clock: SteppingClock(now: 1_777_629_600_000_000_000))
    }

    /// Prepares the removal of a file of the tree.
    func prepare(
        _ relative: FilePath, in service: any TrashService, run: Int64 = 12, number: Int = 3
    ) throws -> TicketedRemoval {
        TicketedRemoval(path: path(relative), ticket: try service.prepare(path(relative), run: run, number: number))
    }

    /// Gives a file or a directory of the tree to another user; requires root.
    func giveAway(_ relative: FilePath) throws {
        let result = unsafe path(relative).withPlatformString { unsafe lchown($0, 4_321, 4_321) }
        if result != 0 { throw Errno(rawValue: errno) }
    }

    /// Hashes a file of the tree, parks it, and proves that it is the parked one.
    func parkProven(
        _ relative: FilePath, in service: any TrashService, number: Int = 3
    ) throws -> (removal: TicketedRemoval, proof: RemovalProof, file: ProvenFile) {
        let file = try ProvenFile(path(relative), interruption: TestInterruption())
        let removal = try prepare(relative, in: service, number: number)
        try #require(service.park([removal]) == [nil])
        return (removal, try file.proof(of: removal, in: service), file)
    }
}
