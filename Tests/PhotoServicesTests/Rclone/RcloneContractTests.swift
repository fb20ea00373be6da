import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

@Suite(.enabled(if: RcloneWorld.isInstalled, Comment(rawValue: RcloneWorld.reason)))
struct RcloneContractTests {
    /// Promises that a remote does not keep, with the reasons.
    private static let otherwise: Set<UploadPromise> = [
        // A copy ends soon, and its progress is read four times a second.
        .sendingStopsWhenAsked, .progressTellsAllBytes, .filesThatChangeAreNotSent, .cutUploadsGoOnOrAreSentAnew,
        // rclone does not accept names that are not UTF-8.
        .oddNamesAreNames,
        // A copy has the time of its source file.
        .timesAreKept,
        // A place that does not exist yet, and one that is gone, cannot be told apart.
        .placesThatAreGoneAreUnavailable,
        // The list of receipts has a part for each run.
        .receiptsAreAdded, .cutLinesStayAlone,
    ]
    static let promises = UploadPromise.allCases.filter { !otherwise.contains($0) }

    @Test(arguments: promises)
    func `A remote whose checksum counts fulfils the contract of services`(_ promise: UploadPromise) async throws {
        try await promise.check(try RcloneServiceWorld())
    }

    @Test(arguments: promises)
    func `So does one that is read back`(_ promise: UploadPromise) async throws {
        try await promise.check(try RcloneServiceWorld(isReadBack: true))
    }

    @Test func `A copy that has its name and could not be proved is not given up by its own run`() async throws {
        let world = try RcloneServiceWorld()
        _ = try await world.service.makeDestination(DestinationMarker(random: 1, 2), creating: true)
        let sent = try await world.send([1, 2, 3, 4], to: "a/x.jpg")
        let part = try #require(
            try world.tree.snapshot().keys.first { $0.contains("/.workphotos-") && !$0.hasSuffix("-destination") })
        let answers = await world.service.finish([sent], unless: { _ in false }) { _ in
            try? world.tree.write(FilePath(part), [9, 9, 9, 9])
        }
        expectFailure(answers[0], .corrupted)
        await expectError(.failed) { () throws(UploadError) in
            try await world.service.discard(sent.upload, source: nil)
        }
        try await world.another().discard(sent.upload, source: nil)
        #expect(try world.bytes(at: "a/x.jpg") == [9, 9, 9, 9])
    }

    @Test(arguments: [false, true])
    func `A copy that was sent or named and cannot be seen yet is not given up`(isNamed: Bool) async throws {
        let world = try RcloneServiceWorld()
        _ = try await world.service.makeDestination(DestinationMarker(random: 1, 2), creating: true)
        let sent = try await world.send([1, 2, 3, 4], to: "a/x.jpg")
        let part = try #require(
            try world.tree.snapshot().keys.first { $0.contains("/.workphotos-") && !$0.hasSuffix("-destination") })
        if isNamed {
            let answers = await world.service.finish([sent], unless: { _ in false }) { _ in
                try? world.tree.write(FilePath(part), [9, 9, 9, 9])
            }
            expectFailure(answers[0], .corrupted)
            try world.tree.rename("nas/a/x.jpg", to: "hidden.jpg")
        } else {
            try world.tree.rename(FilePath(part), to: "hidden.jpg")
        }
        await expectError(.failed) { () throws(UploadError) in
            try await world.service.discard(sent.upload, source: nil)
        }
        try await world.another().discard(sent.upload, source: nil)
        let moving = TicketedUpload(
            target: sent.upload.target, ticket: sent.upload.ticket, modified: 0, isMoving: true)
        let error = await #expect(throws: UploadError.self) {
            try await world.another().discard(moving, source: nil)
        }
        #expect(error?.kind == .taken && error?.place == "a/x.jpg")
    }

    @Test(.enabled(if: RcloneStandIn.isPossible, Comment(rawValue: RcloneStandIn.reason)))
    func `A server that answers a removal and keeps the file is not believed`() async throws {
        let item = #"{"Path": "p", "Name": "p", "Size": 0, "IsDir": false, "ModTime": "2026-05-04T10:00:00Z"}"#
        let world = try RcloneStandIn.world([
            "config/dump": #"{"nas": {"type": "sftp"}}"#, "operations/stat": #"{"item": \#(item)}"#,
            "operations/deletefile": "{}",
        ])
        let service = RcloneService(
            try RcloneSpec("nas:"), rclone: world.rclone, variables: [:],
            clock: SteppingClock(now: 4_000_000_000_000_000_000), random: { .random(in: .min ... .max) })
        let upload = try await service.prepare(PlannedCopy(target: "a/x.jpg", size: 0, modified: 0))
        await expectError(.transient) { () throws(UploadError) in
            try await service.discard(upload, source: nil)
        }
    }

    @Test func `What is known of a directory saves calls, and replaces nothing that appeared since`() async throws {
        let world = try RcloneServiceWorld(isReadBack: true)
        _ = try await world.service.makeDestination(DestinationMarker(random: 1, 2), creating: true)
        #expect(try await world.service.size(at: "x/a.jpg") == nil)
        try world.place([9], at: "x/a.jpg")
        #expect(try await world.service.size(at: "x/a.jpg") == nil, "a moment ago it was not there")
        try world.library.write("a.jpg", [1, 2])
        let source = try UploadSource(world.library.path("a.jpg"), interruption: TestInterruption())
        let upload = try await world.service.prepare(PlannedCopy(target: "x/a.jpg", size: 2, modified: 0))
        let sent = try await world.service.send(source, as: upload)
        let answer = await world.service.finish([sent])[0]
        if case .failure(let error) = answer { #expect(error.kind == .taken) } else { Issue.record("It was replaced") }
        #expect(try world.bytes(at: "x/a.jpg") == [9])
        #expect(try await world.service.size(at: "x/a.jpg") == 1, "the next try has to see it")
        try world.place([9, 9], at: "x/a.jpg")
        world.clock.advance(seconds: 11)
        #expect(try await world.service.size(at: "x/a.jpg") == 2)
    }

    @Test func `Names that differ only in case count as the same, as on some remotes`() async throws {
        let world = try RcloneServiceWorld()
        _ = try await world.service.makeDestination(DestinationMarker(random: 1, 2), creating: true)
        try world.place([9], at: "x/Büro.jpg")
        #expect(try await world.service.size(at: "x/büro.JPG") == 1)
        try world.place([9, 9], at: "x/büro.JPG")
        world.clock.advance(seconds: 11)
        #expect(try await world.service.size(at: "x/büro.JPG") == 2)
        #expect(try await world.service.size(at: "x/Büro.jpg") == 1)
    }

    @Test func `A directory on this machine identifies a copy's file, through whatever name`() async throws {
        let world = try RcloneServiceWorld()
        _ = try await world.service.makeDestination(DestinationMarker(random: 1, 2), creating: false)
        try world.place([1, 2], at: "x/a.jpg")
        let source = try UploadSource(world.tree.path("nas/x/a.jpg"), interruption: TestInterruption())
        #expect(try await world.service.inspect("x/a.jpg")?.identity == source.identity)
        #expect(!world.service.storesLate, "nothing stands before a disk")
        let other = try RcloneServiceWorld(isReadBack: true)
        try other.place([1, 2], at: "x/a.jpg")
        _ = try await other.service.makeDestination(DestinationMarker(random: 1, 2), creating: false)
        #expect(try await other.service.inspect("x/a.jpg")?.identity == nil)
    }
}
