import Foundation
import Glibc
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A permanent removal was killed, and the index is lost as well: only their names identify the parked photos.
@Suite(.enabled(if: Strace.works, Strace.reason))
struct LostIndexTests {
    private let world: WorkHome
    private let before: [String]

    init() throws {
        world = try WorkHome.sent(photos: 4)
        before = try world.listing()
    }

    /// Kills a purge that is about to remove what it has parked.
    private func killPurge() throws {
        let program = world.program.under(Strace.injecting("inject=unlinkat:error=EIO:signal=SIGKILL:when=1"))
        #expect(try program.run("purge", "--permanently", "--yes").exit == 128 + SIGKILL)
    }

    private var parked: [String] {
        get throws { try world.names().filter { $0.hasPrefix(".workphotos-") } }
    }

    private func loseIndex() throws {
        for ending in ["", "-wal", "-shm"] { try? world.home.tree.remove(FilePath(Home.index.string + ending)) }
    }

    @Test func `A scan does not report what the journal knows and settles`() throws {
        try killPurge()
        #expect(try parked.count > 0)
        let scan = try world.program.run("scan", "-n", "--json")
        #expect(!scan.problems.contains("parked"), "\(scan.output)")
        #expect(
            (try world.program.run("status", "--json").lines.first?["parked"] as? [Any])?.count == (try parked.count))
        #expect(try world.program.run("scan", "--json").problems.isEmpty)
        #expect(try world.listing() == before)
    }

    @Test func `A scan with a new index reports each file, and the suggested command restores it`() throws {
        try killPurge()
        let names = try parked
        #expect(!names.isEmpty)
        try loseIndex()
        let scan = try world.program.run("scan", world.home.library, "--json")
        #expect(scan.exit == 3)
        #expect(scan.problems == names.map { _ in "parked" })
        let commands = scan.lines.compactMap { $0["detail"] as? String }.compactMap { detail in
            detail.range(of: ": workphotos ").map { "\"$0\" " + detail[$0.upperBound...] }
        }
        #expect(commands.count == names.count)
        for command in commands {
            let outcome = try world.program.shell(command)
            #expect(outcome.exit == 0, "\(command): \(outcome.notes)")
        }
        #expect(try world.listing() == before)
        let again = try world.program.run("scan", "--json")
        #expect((again.exit, again.count("photos"), again.problems.count) == (0, 5, 0))
    }

    @Test(arguments: ["IM\nG'1.jpg", "a b\t$(id)`\\\u{1B}[2J.jpg", "caf\u{E9}\u{202E}.jpg"])
    func `A shell accepts the command that a scan suggests, whatever the name`(name: String) throws {
        try world.home.tree.write(FilePath("photos/.workphotos-12-3.\(name)"), Array("photo".utf8))
        let notes = try world.program.run("scan").notes
        let line = try #require(notes.split(separator: "\n").first { $0.contains("its name back: ") })
        let command = try #require(line.range(of: "its name back: workphotos ")).upperBound
        let outcome = try world.program.shell("bash -c \"$1\" \"$0\"", "\"$0\" " + line[command...])
        #expect(outcome.exit == 0, "\(line): \(outcome.notes)")
        #expect(try world.names().contains(name))
    }

    @Test func `If the directory was moved out of the journal's reach, its files are reported there`() throws {
        try killPurge()
        let count = try parked.count
        try world.home.tree.rename("photos", to: "moved")
        let index = world.home.tree.path("other.sqlite").string
        let scan = try world.program.run("scan", world.home.tree.path("moved").string, "--index", index, "--json")
        #expect((scan.exit, scan.problems.count) == (3, count))
        let details = scan.lines.compactMap { $0["detail"] as? String }
        #expect(details.allSatisfy { $0.contains("--index \(index)") }, "\(details)")
    }
}
