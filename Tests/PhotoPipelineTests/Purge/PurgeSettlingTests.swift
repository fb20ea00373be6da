import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// How the next run settles one that was killed.
struct PurgeSettlingTests {
    private var scene: PurgeScene

    init() async throws {
        scene = try await PurgeScene("a.jpg", "a.xmp", "b.jpg")
    }

    /// Announces and parks the group of `a.jpg`, like a run that is killed afterwards.
    private func killedRun(_ way: RemovalWay, parking parked: Set<FilePath>) async throws -> (
        action: Action, run: Int64
    ) {
        let planned = try await scene.purge(.selection(PhotoSelection()), .dryRun) { $0.way = way }
        var action = try #require(planned.actions.first { $0.members.count == 2 })
        let service = way == .trash ? scene.trash : scene.permanent
        for place in action.members.indices {
            action.members[place].ticket = try service.prepare(
                action.members[place].path, run: 77, number: place)
        }
        let index = try scene.uploads.writableIndex
        let run = try index.beginRun("purge", at: scene.uploads.clock.now)
        let basis = try #require(try index.basis())
        let intents = try index.intend([action], run: run, basis: basis, leavingOut: [])
        guard case .begun(let id) = intents.first else { throw CancellationError() }
        action.id = id
        let removals = action.members.compactMap { member -> TicketedRemoval? in
            guard let name = member.path.lastComponent, parked.contains(FilePath(root: nil, [name])) else { return nil }
            return TicketedRemoval(path: member.path, ticket: member.ticket ?? "")
        }
        #expect(service.park(removals).allSatisfy { $0 == nil })
        return (action, run)
    }

    @Test(arguments: RemovalWay.allCases, [["a.jpg"], ["a.jpg", "a.xmp"], []] as [Set<FilePath>])
    func `Parked files are put back, and intended removals are not done`(way: RemovalWay, parked: Set<FilePath>)
        async throws
    {
        let run = try await killedRun(way, parking: parked).run
        let outcome = try await scene.uploads.upload()
        #expect(scene.isHome("a.jpg") && scene.isHome("a.xmp"))
        #expect(try scene.underWay.isEmpty && scene.trashed == 0)
        #expect(outcome.summary.count(.failed) == 0)
        let runs = try scene.uploads.index.actions(ofRun: run)
        #expect(runs.map(\.state) == [.skipped] && runs.map(\.why) == [.interrupted])
        // The renames of a file that was put back do not change it.
        #expect(try await scene.purge().states == ["a.jpg": "done", "b.jpg": "done"])
    }

    @Test func `A removal that the trash still describes is not settled`() async throws {
        let (action, _) = try await killedRun(.trash, parking: ["a.jpg"])
        let path = action.members[0].path.string
        scene.trash.refuse(.tidy, for: path, with: TrashError(.failed, "what it says cannot be removed"))
        _ = try await scene.uploads.upload()
        #expect(scene.isHome("a.jpg"))
        #expect(try scene.underWay.count == 1)
        #expect(try await scene.uploads.scan().isPartial)
    }

    @Test func `A trash that was never created describes no file`() async throws {
        let (action, _) = try await killedRun(.trash, parking: [])
        for member in action.members {
            scene.trash.refuse(.tidy, for: member.path.string, with: TrashError(.missing, "there is no trash"))
        }
        #expect(try await !scene.uploads.scan().isPartial)
        #expect(try scene.underWay.isEmpty && scene.isHome("a.jpg") && scene.isHome("a.xmp"))
    }

    @Test func `The rest of a partly unlinked group follows, after its proof`() async throws {
        let (action, run) = try await killedRun(.permanent, parking: ["a.jpg", "a.xmp"])
        try scene.tree.remove(FilePath("trash").appending(String(action.members[1].ticket!.split(separator: " ")[1])))
        _ = try await scene.uploads.upload()
        #expect(try scene.trashed == 0 && scene.underWay.isEmpty)
        #expect(!scene.isHome("a.jpg"))
        #expect(try scene.uploads.index.actions(ofRun: run).map(\.state) == [.done])
    }

    @Test func `Permanent removals are in the journal, even if a user gave the rest its name back`() async throws {
        let (action, run) = try await killedRun(.permanent, parking: ["a.jpg", "a.xmp"])
        let tickets = action.members.compactMap { $0.ticket?.split(separator: " ").dropFirst().first.map(String.init) }
        try scene.tree.remove(FilePath("trash").appending(tickets[0]))
        try scene.tree.rename(FilePath("trash").appending(tickets[1]), to: scene.uploads.file("a.xmp"))
        _ = try await scene.uploads.upload()
        let actions = try scene.uploads.index.actions(ofRun: run)
        #expect(actions.map(\.state) == [.done] && actions.first?.members.map(\.path.lastComponent) == ["a.jpg"])
        #expect(try await scene.undo(run).states == ["a.jpg": "done"])
        #expect(scene.isHome("a.jpg") && scene.isHome("a.xmp"))
    }

    @Test func `The rest gets its name back without a proof if a user accepts what is missing`() async throws {
        let (action, run) = try await killedRun(.permanent, parking: ["a.jpg", "a.xmp"])
        let ticket = try #require(action.members[0].ticket)
        try scene.tree.remove(FilePath("trash").appending(String(ticket.split(separator: " ")[1])))
        for name in ["a.jpg", "a.xmp"] as [FilePath] { scene.nas.place(nil, at: UploadScene.target(name)) }
        #expect(try await scene.uploads.upload().notes.contains { $0.contains("partOfGroup") })
        try await scene.uploads.scan(acceptsMissing: true)
        #expect(try scene.underWay.isEmpty && scene.isHome("a.xmp"))
        #expect(try scene.uploads.index.actions(ofRun: run).map(\.state) == [.done])
    }

    @Test func `A killed run can be undone as soon as it is settled`() async throws {
        let (action, run) = try await killedRun(.permanent, parking: ["a.jpg", "a.xmp"])
        try scene.tree.remove(FilePath("trash").appending(String(action.members[1].ticket!.split(separator: " ")[1])))
        let error = await #expect(throws: PipelineError.self) { try await scene.undo(run, isDryRun: true) }
        #expect(error?.remedy == .settle(run: run, by: .undo))
        #expect(try await scene.undo(run).states == ["a.jpg": "done"])
        #expect(scene.isHome("a.jpg") && scene.isHome("a.xmp"))
        #expect(try scene.underWay.isEmpty)
    }

    @Test func `The rest waits if the copies are missing`() async throws {
        let (action, _) = try await killedRun(.permanent, parking: ["a.jpg", "a.xmp"])
        try scene.tree.remove(FilePath("trash").appending(String(action.members[1].ticket!.split(separator: " ")[1])))
        scene.nas.place(nil, at: UploadScene.target("a.jpg"))
        let outcome = try await scene.purge()
        #expect(try scene.trashed == 1 + 1 && scene.underWay.count == 1)
        #expect(outcome.notes.contains { $0.contains("unsettled") })
        #expect(outcome.summary.unsettled == 1)
        #expect(try await scene.uploads.upload().summary.unsettled == 1)
        #expect(try await scene.purge(.selection(PhotoSelection()), .dryRun).summary.unsettled == 0)
    }

    @Test mutating func `The rest waits until the required number of destinations have copies`() async throws {
        let (action, _) = try await killedRun(.permanent, parking: ["a.jpg", "a.xmp"])
        let ticket = try #require(action.members[1].ticket)
        try scene.tree.remove(FilePath("trash").appending(String(ticket.split(separator: " ")[1])))
        scene.uploads.require = 2
        for _ in 0..<2 {
            let outcome = try await scene.purge { $0.require = 2 }
            #expect(outcome.summary.unsettled == 1)
            #expect(outcome.notes.contains { $0.contains("only 1 of the 2 required destinations") })
        }
        #expect(try scene.trashed == 1 && scene.underWay.count == 1)
        try await giveToAttic(action, asOneFile: true)
        #expect(try await scene.purge { $0.require = 2 }.summary.unsettled == 1, "one file is one copy")
        try await giveToAttic(action, asOneFile: false)
        #expect(try await scene.purge { $0.require = 2 }.summary.unsettled == 0)
        #expect(try scene.trashed == 0 && scene.underWay.isEmpty)
    }

    /// Gives the other destination copies and receipts.
    private func giveToAttic(_ action: Action, asOneFile: Bool) async throws {
        let index = try scene.uploads.writableIndex
        let attic = try #require(try index.destinations().first { $0.name == "attic" })
        let nas = try #require(try index.destinations().first { $0.name == "nas" })
        for member in action.members {
            let receipts = try index.receipts(sha256: try #require(member.sha256), destination: nas.id)
            let receipt = try #require(receipts.first)
            let bytes = try #require(scene.nas.bytes(at: receipt.target.path))
            scene.uploads.attic.place(.file(bytes, modified: 1), at: receipt.target.path)
            _ = try index.addReceipts([receipt], destination: attic.id)
            let copy = try #require(try await scene.nas.inspect(receipt.target)?.identity)
            let other = FileIdentity(device: 77, inode: copy.inode)
            scene.uploads.attic.identities[receipt.target.path] = asOneFile ? copy : other
        }
    }

    @Test func `The rest of a partly unlinked group stays if a copy of a removed file is lost`()
        async throws
    {
        let (action, _) = try await killedRun(.permanent, parking: ["a.jpg", "a.xmp"])
        let ticket = try #require(action.members[1].ticket)
        try scene.tree.remove(FilePath("trash").appending(String(ticket.split(separator: " ")[1])))
        let target = try #require(action.members[1].target?.path)
        let bytes = try #require(scene.nas.bytes(at: target))
        scene.nas.place(.file(bytes.map { $0 ^ 1 }, modified: 1), at: target)
        #expect(try await scene.purge().summary.unsettled == 1)
        scene.nas.place(.file(bytes, modified: 1), at: target)
        #expect(try await scene.purge().summary.unsettled == 0)
    }

    @Test func `A parked file that cannot be put back has left the root, and counts for the cap`() async throws {
        let action = try await killedRun(.trash, parking: ["a.jpg", "a.xmp"]).action
        let denied = TrashError(.denied, "the disk can only be read")
        for member in action.members { scene.trash.refuse(.putBack, for: member.path.string, with: denied) }
        let outcome = try await scene.purge { $0.maxDelete = RemovalLimit(.count(1)) }
        #expect(outcome.summary.unsettled == 1)
        #expect(outcome.states == ["a.jpg": "skipped changed-since-scan", "b.jpg": "refused over-the-cap"])
        #expect(outcome.summary.breaches.map(\.cap.removed) == [1], "sidecars count for nothing")
        #expect(scene.isHome("b.jpg"))
        #expect(try await scene.purge { $0.maxDelete = RemovalLimit(.count(2)) }.states["b.jpg"] == "done")
    }

    @Test func `A group that cannot be put back completely, because a name is taken, continues after its proof`()
        async throws
    {
        _ = try await killedRun(.trash, parking: ["a.jpg", "a.xmp"])
        try scene.uploads.write("a.jpg", 55)
        let before = try scene.uploads.bytes("a.jpg")
        _ = try await scene.purge()
        #expect(try scene.uploads.bytes("a.jpg") == before && !scene.isHome("a.xmp"))
        #expect(try scene.underWay.isEmpty)
    }

    @Test func `A permanent removal does not continue with a group that is still complete: it waits for its name`()
        async throws
    {
        _ = try await killedRun(.permanent, parking: ["a.jpg", "a.xmp"])
        try scene.uploads.write("a.jpg", 55)
        let before = try scene.uploads.bytes("a.jpg")
        let outcome = try await scene.uploads.upload()
        #expect(try scene.uploads.bytes("a.jpg") == before && scene.trashed == 2)
        #expect(try scene.underWay.count == 1 && !scene.isHome("a.xmp"))
        #expect(outcome.notes.contains { $0.contains("unsettled") })
        try scene.tree.remove(scene.uploads.file("a.jpg"))
        _ = try await scene.uploads.upload()
        #expect(try scene.isHome("a.jpg") && scene.isHome("a.xmp") && scene.underWay.isEmpty)
    }

    @Test(arguments: RemovalWay.allCases)
    func `A file that is not found after its root moved is not gone`(way: RemovalWay) async throws {
        let (action, _) = try await killedRun(way, parking: ["a.jpg", "a.xmp"])
        // The file that is parked beside its name moves with it.
        try scene.tree.rename("photos", to: "moved")
        for member in action.members {
            try scene.tree.remove(FilePath("trash").appending(String(member.ticket!.split(separator: " ")[1])))
        }
        let outcome = try await scene.uploads.upload()
        #expect(try scene.underWay.map(\.id) == [action.id])
        #expect(outcome.notes.contains { $0.contains("its root does not exist") })
    }

    @Test mutating func `A scan does not report parked files that the journal knows and cannot settle`()
        async throws
    {
        let beside = FakeTrashService(in: scene.tree.path("photos"), isPermanent: true)
        scene.uploads.trashService = { _ in beside }
        let planned = try await scene.purge(.selection(PhotoSelection()), .dryRun) { $0.way = .permanent }
        var action = try #require(planned.actions.first { $0.members.count == 1 })
        let removal = TicketedRemoval(path: action.members[0].path, ticket: "permanent .workphotos-12-3.b.jpg")
        action.members[0].ticket = removal.ticket
        let index = try scene.uploads.writableIndex
        let run = try index.beginRun("purge", at: scene.uploads.clock.now)
        _ = try index.intend([action], run: run, basis: try #require(try index.basis()), leavingOut: [])
        #expect(beside.park([removal]) == [nil])
        beside.refuse(.putBack, for: removal.path.string, with: TrashError(.denied, "cannot be renamed"))
        // Anything that it reports is an issue.
        #expect(try await scene.uploads.scan().isPartial)
        #expect(try scene.underWay.count == 1)
    }

    @Test(arguments: RemovalWay.allCases)
    func `A file that is not found on another disk is not gone`(way: RemovalWay) async throws {
        let (action, _) = try await killedRun(way, parking: ["a.jpg", "a.xmp"])
        let photos = scene.tree.path("photos")
        try scene.uploads.writableIndex.rename(
            root: photos, to: photos, fileSystem: FileSystemIdentity(name: "uuid:another", keepsInodes: true),
            at: scene.uploads.clock.now)
        for member in action.members {
            try scene.tree.remove(FilePath("trash").appending(String(member.ticket!.split(separator: " ")[1])))
        }
        let outcome = try await scene.uploads.upload()
        #expect(try scene.underWay.map(\.id) == [action.id])
        #expect(outcome.notes.contains { $0.contains("its disk is not mounted") })
    }

    @Test func `The edited rest of a partly unlinked group gets its name back`() async throws {
        let (action, run) = try await killedRun(.permanent, parking: ["a.jpg", "a.xmp"])
        let places = action.members.map { FilePath("trash").appending(String($0.ticket!.split(separator: " ")[1])) }
        try scene.tree.remove(places[0])
        try scene.tree.write(places[1], Array("edited".utf8))
        _ = try await scene.uploads.upload()
        #expect(try scene.underWay.isEmpty && scene.trashed == 0 && !scene.isHome("a.jpg"))
        #expect(try scene.uploads.bytes("a.xmp") == Array("edited".utf8))
        let ended = try scene.uploads.index.actions(ofRun: run)
        #expect(ended.map(\.state) == [.done] && ended.flatMap(\.members).map(\.path) == [action.members[0].path])
        #expect(try await scene.undo(run).states == ["a.jpg": "done"])
    }

    @Test func `If its copies are missing it waits, and nothing is overwritten`() async throws {
        _ = try await killedRun(.trash, parking: ["a.jpg", "a.xmp"])
        try scene.uploads.write("a.jpg", 55)
        let before = try scene.uploads.bytes("a.jpg")
        scene.nas.place(nil, at: UploadScene.target("a.jpg"))
        let outcome = try await scene.purge()
        #expect(try scene.uploads.bytes("a.jpg") == before)
        #expect(try scene.underWay.count == 1)
        #expect(outcome.notes.contains { $0.contains("unsettled") })
    }
}

extension PhotoIndex {
    fileprivate func actions(ofRun run: Int64) throws -> [Action] {
        var found: [Action] = []
        try actions(ofRun: run) {
            found.append($0)
            return true
        }
        return found
    }
}
