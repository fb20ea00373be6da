import Foundation
import SystemPackage
import Testing
import WorkphotosTestSupport

/// The question at a terminal before a removal, and the effect of each answer.
struct PurgeQuestionTests {
    private let world: WorkHome

    init() throws { world = try WorkHome.sent(photos: 3) }

    private func purge(_ answer: String, _ more: String...) throws -> Conversation {
        try Conversation(with: world.program, ["purge"] + more, answer: answer)
    }

    @Test(arguments: ["y\n", "yes\n", " YES \n"])
    func `A yes removes the photos`(_ answer: String) throws {
        let said = try purge(answer)
        #expect(said.outcome.exit == 0, "\(said.screen)")
        #expect(try world.names() == ["home.jpg"])
        #expect(try world.trashed().count == 3)
        #expect(said.leavesTerminalAlone)
    }

    /// Ctrl-D is the end of the file; after other characters it must be typed twice.
    @Test(arguments: ["n\n", "\n", "yep\n", "3\n", "\u{4}", "y\u{4}\u{4}"])
    func `Anything else removes nothing`(_ answer: String) throws {
        let before = try world.listing()
        let said = try purge(answer)
        #expect(said.outcome.exit == 1)
        #expect(said.screen.hasSuffix("Nothing was removed\n"), "\(said.screen)")
        #expect(try world.listing() == before)
        #expect(said.leavesTerminalAlone)
        try world.checkNothingIsUnderWay()
        #expect(try world.trashed().isEmpty)
    }

    @Test func `The question states how much is removed, out of how much, and where the copies are`() throws {
        let said = try purge("n\n", "--permanently").screen
        let lines = said.split(separator: "\n").map(String.init)
        #expect(
            try #require(lines.first).contains(/^Remove 3 photos \([0-9.,]+ k?B\) permanently\?$/), "\(said)")
        let whole = said.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(whole.contains(" from \(world.home.library): 3 of 4 photos (75 %) "), "\(said)")
        #expect(
            lines.contains { $0.contains(/^  copies at shelf, last verified at most [0-9.]+ (s|min).* ago/) }, "\(said)"
        )
        #expect(lines.contains("Continue? [y/N] n"))
        #expect(try purge("n\n").screen.contains(/^Move 3 photos .* to the trash\?\n/))
    }

    @Test func `Ctrl-C at the question ends the run and changes nothing`() throws {
        let before = try world.listing()
        let said = try purge("\u{3}")
        #expect(said.outcome.exit == 130)
        #expect(said.screen.hasSuffix("Stopped; nothing was removed\n"), "\(said.screen)")
        #expect(try world.listing() == before)
        #expect(said.leavesTerminalAlone)
        try world.checkNothingIsUnderWay()
        #expect(try world.program.run("purge", "--yes").exit == 0)
    }

    @Test(arguments: [("y\n", 0), ("n\n", 3), ("\n", 3)])
    func `The user is also asked before the trash is emptied`(_ answer: String, left: Int) throws {
        #expect(try world.program.run("purge", "--yes").exit == 0)
        let run = try world.newestRun()
        let said = try Conversation(with: world.program, ["runs", "--empty-trash", run], answer: answer)
        #expect(said.screen.contains("What run \(run) moved to the trash will be deleted permanently:\n  3 photos"))
        #expect(said.screen.contains("\n  copies at shelf; each is checked first"))
        #expect(said.outcome.exit == (left == 0 ? 0 : 1), "\(said.screen)")
        #expect(try world.trashed().count == left)
        #expect(said.leavesTerminalAlone)
    }

    @Test(.enabled(if: Self.hasMemory, "there is no /dev/shm in memory"))
    func `Both questions warn that copies are in memory`() throws {
        let memory = try TemporaryTree(inMemory: true)
        let spec = "folder:\(memory.path.string)"
        try world.program.run("destination", "add", "memory", spec)
        try world.program.run("destination", "remove", "--yes", "shelf")
        #expect(try world.program.run("upload", "--to", "memory").exit == 0)
        let words = "\n  the copies at memory are in memory: "
        let purge = try purge("y\n")
        #expect(purge.screen.contains(words), "\(purge.screen)")
        let emptying = try Conversation(
            with: world.program, ["runs", "--empty-trash", try world.newestRun()], answer: "n\n")
        #expect(emptying.screen.contains("copies at memory; each is checked first\(words)"), "\(emptying.screen)")
    }

    private static let hasMemory =
        (try? String(contentsOfFile: "/proc/mounts", encoding: .utf8))?.contains(" /dev/shm tmpfs ") == true
}

/// A removal of more than a hundred groups is confirmed with their number.
struct LargePurgeQuestionTests {
    @Test func `Many groups are removed only if their number is typed`() throws {
        let world = try WorkHome.sent(photos: 101)
        let before = try world.listing()
        for wrong in ["y\n", "yes\n", "100\n", "\n"] {
            let said = try Conversation(
                with: world.program, ["purge", "--max-delete", "100%"], answer: wrong)
            #expect(said.screen.contains("Type the number of photos, 101, to continue: "), "\(said.screen)")
            #expect(said.outcome.exit == 1)
        }
        #expect(try world.listing() == before)
        let said = try Conversation(with: world.program, ["purge", "--max-delete", "100%"], answer: "101\n")
        #expect(said.outcome.exit == 0, "\(said.screen)")
        #expect(try world.names() == ["home.jpg"])
    }
}
