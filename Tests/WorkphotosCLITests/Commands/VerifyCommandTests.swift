import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Copies are checked again at their destination.
struct VerifyCommandTests {
    private let sent: Sent
    private var world: World { sent.world }

    init() async throws {
        sent = try await Sent("a.jpg", "b.jpg", "c.jpg")
        try await sent.rebuildAndScan()
    }

    private func states(_ lines: [JSONObject]) -> [String?] {
        lines.filter { $0["type"] == "receipt" }.map { $0["state"] }
    }

    @Test func `Unchanged copies are reported in one sentence, and count as checked now`() async throws {
        let outcome = await world.run("verify")
        #expect(outcome.exit == 0)
        #expect(outcome.output.hasPrefix("3 of 3 copies intact ("))
        #expect(outcome.output.split(separator: "\n").count == 1)
        let receipt = try #require(try await world.objects("receipts", "export").first)
        #expect(receipt["checkedAt"] == UTCInstant(nanoseconds: world.clock.now).text)
        #expect(receipt["receivedAt"] == "2020-09-13T12:26:40Z")
        let why = await world.run("why", world.tree.path("photos/a.jpg").string).output
        #expect(why.contains("Office/a.jpg, sent 2020-09-13 12:26, checked 20"), "\(why)")
        #expect(await world.run("verify", "-q").output.isEmpty)
        #expect(world.progress.calls.contains(.begin("Verifying")) == false, "nobody looks")
    }

    @Test func `Missing or changed copies are shown and count as not uploaded`() async throws {
        sent.service.place(nil, at: "Office/a.jpg")
        sent.service.place(.file(try world.tree.read("photos/c.jpg"), modified: 1), at: "Office/b.jpg")
        let lines = try await world.objects("verify", "-n")
        #expect(states(lines) == ["missing", "changed", "ok"])
        #expect(await sent.list("--uploaded").count == 3, "-n writes nothing")
        let outcome = await world.run("verify")
        #expect(outcome.exit == 3)
        #expect(
            outcome.output.contains("missing     \(sent.spec): Office/a.jpg\nchanged     \(sent.spec): Office/b.jpg\n"))
        #expect(outcome.output.contains("1 of 3 copies intact"))
        #expect(outcome.output.contains("the next upload sends"))
        #expect(await sent.list("--uploaded") == ["\(world.library)/c.jpg"])
        #expect(await world.run("verify").exit == 3, "as long as it is so")
        try sent.put("photos/a.jpg")
        try sent.put("photos/b.jpg")
        #expect(await world.run("verify").exit == 0)
        #expect(await sent.list("--uploaded").count == 3)
    }

    @Test func `A hash stored next to a copy proves nothing about it`() async throws {
        let bytes = try world.tree.read("photos/a.jpg")
        let known = try #require(StoredFile(of: bytes).evidence.checksum)
        sent.service.evidence["Office/a.jpg"] = .kept(known)
        sent.service.evidence["Office/b.jpg"] = .nothing
        let lines = try await world.objects("verify")
        #expect(states(lines) == ["unreachable", "unreachable", "ok"])
        #expect(await sent.list("--uploaded").count == 3)
    }

    @Test func `A checksum of another kind than the receipt's is settled by reading the copy once`() async throws {
        sent.service.evidence["Office/a.jpg"] = .computedNow(.md5(of: try world.tree.read("photos/a.jpg")))
        #expect(states(try await world.objects("verify", "-n")) == ["ok", "ok", "ok"])
        #expect(states(try await world.objects("verify")) == ["ok", "ok", "ok"])
        let before = sent.service.calls.count
        #expect(states(try await world.objects("verify")) == ["ok", "ok", "ok"])
        #expect(!sent.service.calls[before...].contains(.fetch("Office/a.jpg")))
        let receipt = try await world.objects("receipts", "export").first { $0["target"] == "Office/a.jpg" }
        #expect(receipt?["checksumKind"] == "md5")
    }

    @Test func `Other bytes that have the destination's checksum of another kind are changed`() async throws {
        let other = try world.tree.read("photos/a.jpg").map { ~$0 }
        sent.service.place(.file(other, modified: 1), at: "Office/a.jpg")
        sent.service.evidence["Office/a.jpg"] = .computedNow(.md5(of: other))
        #expect(states(try await world.objects("verify")) == ["changed", "ok", "ok"])
    }

    @Test func `Copies are checked in batches, divided among concurrent requests`() async throws {
        let names = (0..<8).map { "many\($0).jpg" }
        for (place, name) in names.enumerated() {
            try world.add(name, TestPhoto(at: Place.office, taken: "2026:05:05 1\(place):00:00"))
            try sent.put(FilePath("photos/\(name)"))
        }
        try sent.giveReceipts(for: (["a.jpg", "b.jpg", "c.jpg"] + names).map { FilePath("photos/\($0)") })
        try await sent.rebuildAndScan()
        let before = sent.service.questions.count
        let states = states(try await world.objects("verify"))
        #expect(states.count == 11)
        #expect(Set(states) == ["ok"])
        #expect(sent.service.questions[before...].map(\.count).sorted() == [2, 3, 3, 3])
    }

    @Test func `A directory with the name is no copy`() async throws {
        sent.service.place(.other, at: "Office/a.jpg")
        #expect(states(try await world.objects("verify")).first == "missing")
    }

    @Test func `If the destination is missing or another one, nothing changes`() async throws {
        let before = try world.tree.snapshot()
        sent.service.isGone = true
        let gone = await world.run("verify")
        #expect(gone.exit == 1)
        #expect(gone.notes.contains("is it mounted?"))
        sent.service.isGone = false
        sent.service.setMarker(DestinationMarker("feed"))
        let other = await world.run("verify", sent.spec, "--json")
        #expect(other.exit == 1)
        #expect(other.notes.contains("is it mounted?"))
        #expect(other.output.split(separator: "\n").count == 1, "an error and no receipt")
        #expect(try world.tree.snapshot() == before)
    }

    @Test func `If it disappears in between, missing copies are not believed`() async throws {
        sent.service.place(nil, at: "Office/b.jpg")
        sent.service.fail(.look, of: "Office/c.jpg", with: UploadError(.unavailable, "went away"))
        let lines = try await world.objects("verify")
        #expect(states(lines) == ["ok", "unreachable", "unreachable"])
        #expect(lines.last?[number: "unreachable"] == 2)
        #expect(await sent.list("--uploaded").count == 3)
    }

    @Test func `A marker that has disappeared when a copy is missing revokes that result`() async throws {
        sent.service.place(nil, at: "Office/b.jpg")
        // The marker is read for the first time when the destination is opened.
        let service = LosingMarker(sent.service)
        world.uploadService = { _ in service }
        let outcome = await world.run("verify")
        #expect(outcome.exit == 3)
        #expect(outcome.output.contains("2 of 3 copies intact"))
        #expect(outcome.output.contains("1 not reached"))
        #expect(outcome.notes.contains("is it mounted?"))
        #expect(await sent.list("--uploaded").count == 3)
    }

    @Test func `One unreadable copy does not stop the check of others`() async throws {
        sent.service.fail(.look, of: "Office/a.jpg", with: UploadError(.failed, "input/output error"))
        let outcome = await world.run("verify")
        #expect(outcome.exit == 3)
        #expect(outcome.output.contains("unreachable \(sent.spec): Office/a.jpg (input/output error)"))
        #expect(outcome.output.contains("2 of 3 copies intact"))
        #expect(await sent.list("--uploaded").count == 3)
    }

    @Test func `A temporary failure is retried`() async throws {
        sent.service.fail(.look, of: "Office/a.jpg", with: UploadError(.transient, "try again"), times: 2)
        #expect(await world.run("verify").exit == 0)
    }

    @Test func `An interruption ends it, and unchecked copies are unchanged`() async throws {
        world.interruption = TestInterruption(afterQuestions: 0)
        let outcome = await world.run("verify")
        #expect(outcome.exit == 130)
        #expect(outcome.notes.contains("3 copies left"))
    }

    @Test func `A run is recorded, and a dry run is not`() async throws {
        await world.run("verify", "-n")
        #expect(try await world.objects("runs").first?["command"] == "scan")
        await world.run("verify")
        let run = try #require(try await world.objects("runs").first)
        #expect([run["command"], run["state"]] == ["verify", "complete"])
        #expect(run.members["counts"] as? [String: Int] == ["ok": 3])
    }

    @Test func `Without receipts there is nothing to do`() async throws {
        let bare = try World()
        #expect(await bare.run("verify").exit == 10)
        await bare.run("scan", bare.library)
        #expect(await bare.run("verify") == Outcome(exit: 0, output: "There are no receipts to check.\n"))
    }
}

/// A destination whose marker is gone when it is read a second time.
private final class LosingMarker: UploadService {
    private let service: FakeUploadService
    init(_ service: FakeUploadService) { self.service = service }

    func marker() async throws(UploadError) -> DestinationMarker? {
        if service.calls.contains(where: { if case .look = $0 { true } else { false } }) { return nil }
        return try await service.marker()
    }
    func makeDestination(_ marker: DestinationMarker, creating: Bool) async throws(UploadError) -> DestinationMarker {
        try await service.makeDestination(marker, creating: creating)
    }
    func unmakeDestination(_ marker: DestinationMarker) async { await service.unmakeDestination(marker) }
    var receiptList: (any ReceiptListing)? { service }
    var localPlace: (any LocalPlace)? { service }
    func prepare(_ copies: [PlannedCopy]) async -> [Result<TicketedUpload, UploadError>] {
        await service.prepare(copies)
    }
    func send(
        _ source: UploadSource, as upload: TicketedUpload, resuming token: ResumeToken?,
        checkpoint: @Sendable (ResumeToken?) throws(UploadError) -> Void, progress: @Sendable (Int64) -> Void
    ) async throws(UploadError) -> SentUpload {
        try await service.send(source, as: upload, resuming: token, checkpoint: checkpoint, progress: progress)
    }
    func finish(
        _ sent: [SentUpload], unless isUnwanted: @escaping @Sendable (SentUpload) -> Bool,
        announcing announce: @escaping @Sendable ([SentUpload]) throws(UploadError) -> Void
    ) async -> [Result<StoredFile, UploadError>] {
        await service.finish(sent, unless: isUnwanted, announcing: announce)
    }
    func takeBack(
        _ sent: SentUpload, storedAs stored: StoredFile, unless isLost: @escaping @Sendable () -> Bool
    ) async throws(UploadError) -> RemovalWay {
        try await service.takeBack(sent, storedAs: stored, unless: isLost)
    }
    func inspect(_ targets: [CopyLocation]) async -> [Result<StoredFile?, UploadError>] {
        await service.inspect(targets)
    }
    func identify(_ targets: [CopyLocation]) async -> [Result<QuickCopyCheck, UploadError>] {
        await service.identify(targets)
    }
    func sizes(at targets: [CopyLocation]) async -> [Result<Int64?, UploadError>] { await service.sizes(at: targets) }
    func fetch(
        _ target: CopyLocation, start: () throws(UploadError) -> Void,
        each: (UnsafeRawBufferPointer) throws(UploadError) -> Void
    ) async throws(UploadError) { try unsafe await service.fetch(target, start: start, each: each) }
    func discard(_ upload: TicketedUpload, source: UploadSource?) async throws(UploadError) {
        try await service.discard(upload, source: source)
    }
}
