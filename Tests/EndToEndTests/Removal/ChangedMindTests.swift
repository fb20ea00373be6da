import Foundation
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Changes while the question is shown count, although the answer was given to the question.
struct ChangedMindTests {
    private let world: WorkHome
    private let before: [String]

    init() throws {
        world = try WorkHome.sent(photos: 3)
        before = try world.listing()
    }

    /// Answers a purge with yes, after something else happened during its question.
    private func purge(_ more: String..., after meanwhile: (WorkHome) throws -> Void) throws -> Outcome {
        let terminal = try Terminal()
        let purge = try world.program.start(
            ["purge", "--json"] + more, input: terminal.handle, notes: terminal.handle)
        var screen = ""
        #expect(
            eventually {
                screen += terminal.read()
                return screen.hasSuffix("[y/N] ")
            })
        try meanwhile(world)
        try terminal.type("y\n")
        return try purge.wait()
    }

    /// Expects that the second photo stayed as it was and the others were removed.
    private func checkSecondStayed(_ outcome: Outcome, why: String) throws {
        #expect(outcome.count("done") == 2, "\(outcome.output)")
        let reasons = outcome.lines.filter { $0["type"] as? String == "action" }.compactMap { $0["why"] as? String }
        #expect(reasons == [why])
        #expect(try world.names() == ["home.jpg", "work-2.jpg"])
        try world.checkNothingIsUnderWay()
    }

    @Test(arguments: [["mark", "personal"], ["hold"]])
    func `A photo that is marked personal or held meanwhile stays`(_ command: [String]) throws {
        let outcome = try purge { world in
            let marked = try world.program.start(command + ["\(world.home.library)/work-2.jpg"]).wait()
            #expect(marked.exit == 0, "\(marked.notes)")
        }
        try checkSecondStayed(outcome, why: command == ["hold"] ? "held" : "not-work")
        #expect(Set(try world.listing()).isSubset(of: before))
    }

    @Test(arguments: [[], ["--permanently"]])
    func `A photo that is written meanwhile stays with its new content`(_ way: [String]) throws {
        let file: FilePath = "photos/work-2.jpg"
        let outcome = try purge(way.first ?? "--verbose") { world in
            try world.home.tree.remove(file)
            try world.home.add("work-2.jpg", TestPhoto(at: (52.52, 13.405), taken: "2026:05:04 11:00:00"))
        }
        try checkSecondStayed(outcome, why: "changed-since-scan")
        #expect(try world.home.tree.read(file).suffix(10) == Array("work-2.jpg".utf8))
    }

    @Test func `A photo whose copy is damaged meanwhile stays`() throws {
        let outcome = try purge { world in
            try world.home.tree.write(
                FilePath("shelf").appending(WorkHome.target("work-2.jpg").components), Array("damaged".utf8))
        }
        try checkSecondStayed(outcome, why: "not-verified")
    }

    @Test func `A new sidecar keeps its photo`() throws {
        let outcome = try purge { world in
            try world.home.tree.write("photos/work-2.jpg.xmp", XMPPacket(elements: "").bytes)
        }
        #expect(outcome.count("done") == 2, "\(outcome.output)")
        #expect(try world.names() == ["home.jpg", "work-2.jpg", "work-2.jpg.xmp"])
    }

    @Test func `If the destination disappears meanwhile, everything stays`() throws {
        let marker = world.shelf.appending(".workphotos-destination").string
        let outcome = try purge { _ in try FileManager.default.removeItem(atPath: marker) }
        #expect(outcome.exit != 0)
        #expect(outcome.count("done") == 0, "\(outcome.output)")
        #expect(try world.listing() == before)
    }
}
