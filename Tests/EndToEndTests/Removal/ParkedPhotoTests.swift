import Foundation
import Glibc
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Decisions about a photo while a purge has parked it.
@Suite(.enabled(if: Strace.works, Strace.reason))
struct ParkedPhotoTests {
    private let world: WorkHome

    init() throws {
        // One batch: a second could be stopped while it writes to the index, which would block all others.
        world = try WorkHome.sent(photos: 3, configuration: "parallel = 1\n")
    }

    /// Starts a purge that stops at the first rename of each thread, and waits until a photo is parked.
    ///
    /// - Returns: the purge, and the photos that have no names of their own.
    private func stoppedPurge(_ way: [String]) throws -> (purge: Running, parked: [String]) {
        let before = try world.names()
        let purge = try world.program.under(Strace.injecting("inject=renameat2:signal=SIGSTOP")).start(
            ["purge", "--yes", "--json"] + way)
        var parked: [String] = []
        #expect(
            eventually {
                let names = (try? world.names()) ?? before
                parked = before.filter { !names.contains($0) }
                return !parked.isEmpty
            })
        return (purge, parked)
    }

    /// Continues it to its end: it stops at every rename.
    private func end(_ purge: Running) throws -> Outcome {
        while purge.isRunning {
            purge.send(SIGCONT)
            usleep(2_000)
        }
        return try purge.wait()
    }

    @Test(arguments: [[], ["--permanently"]], [["mark", "personal"], ["hold"]])
    func `A photo that is marked or held while it is parked is put back`(_ way: [String], _ command: [String]) throws {
        let before = try world.photos()
        let (purge, parked) = try stoppedPurge(way)
        let photo = try #require(parked.first)
        let said = try world.program.start(command + ["\(world.home.library)/\(photo)", "--json"]).wait()
        #expect(said.exit == 0, "\(said.notes)")
        #expect(said.lines.first?["scanned"] as? Bool == true)
        let outcome = try end(purge)
        #expect(outcome.exit == 0, "\(outcome.notes)")
        let reasons = outcome.lines.filter { $0["state"] as? String == "skipped" }.compactMap { $0["why"] as? String }
        #expect(reasons == [command == ["hold"] ? "held" : "not-work"])
        #expect(try world.names() == ["home.jpg", photo].sorted())
        #expect(try world.photos()[photo] == before[photo])
        try world.checkNothingIsUnderWay()
    }
}
