import Foundation
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Interrupted uploads, at a destination that can continue them.
struct GoingOnTests {
    private let world: World
    private let nas = FakeUploadService(marker: DestinationMarker(random: 1, 1))
    private let attic = FakeUploadService(marker: DestinationMarker(random: 2, 2))
    private let file: FilePath = "photos/a.jpg"
    private let target: FilePath = "Office/2026/2026-05-04/a.jpg"

    /// A work photo, and two destinations; `nas` can continue an upload after each 100 bytes.
    init() async throws {
        world = try World()
        world.uploadService = { [nas, attic] (spec: DestinationSpec) in spec.text.hasSuffix("nas") ? nas : attic }
        nas.tokenDistance = 100
        for name in ["nas", "attic"] {
            try world.tree.makeDirectory(FilePath(name))
            await world.run("destination", "add", name, "folder:\(world.tree.path(FilePath(name)).string)")
        }
        await world.addOffice()
        try write(1)
        #expect(await world.run("scan", world.library).exit == 0)
    }

    /// Writes the photo; the number changes its bytes and not its size.
    private func write(_ number: UInt8) throws {
        var photo = TestPhoto(at: Place.office, taken: "2026:05:04 10:00:00")
        photo.make = "Leica \(number)"
        photo.tail = [UInt8](repeating: number, count: 1_000)
        try world.add("a.jpg", photo)
    }

    private func bytes() throws -> [UInt8] { try world.tree.read(file) }

    /// Uploads until 250 bytes were sent.
    private func cut(_ kind: UploadError.Kind = .unavailable) async throws {
        nas.fail(.send, with: UploadError(kind, "went away"), after: 250)
        await world.run("upload", "--to", "nas")
        #expect(nas.arrived == 250 && nas.entries.isEmpty)
        #expect(world.credentials.secrets.count == 1)
    }

    /// The number of calls of a service that match.
    private func count(_ service: FakeUploadService, _ isSo: (UploadCall) -> Bool) -> Int {
        service.calls.count(where: isSo)
    }

    private func discards(_ service: FakeUploadService) -> Int {
        count(service) { if case .discard = $0 { true } else { false } }
    }

    /// For each call to send, whether it continued an upload.
    private func resumptions(_ service: FakeUploadService) -> [Bool] {
        service.calls.compactMap { if case .send(_, _, let isResuming) = $0 { isResuming } else { nil } }
    }

    /// Expects that the photo is at the destination with a correct receipt, and that nothing else is left there.
    private func expectCopy(
        arrived: Int, resumptions expected: [Bool], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let bytes = try bytes()
        #expect(nas.bytes(at: target) == bytes, sourceLocation: sourceLocation)
        #expect(nas.arrived == Int64(arrived), sourceLocation: sourceLocation)
        #expect(resumptions(nas) == expected, sourceLocation: sourceLocation)
        #expect(nas.parts.isEmpty, sourceLocation: sourceLocation)
        #expect(world.credentials.secrets.isEmpty, sourceLocation: sourceLocation)
        let receipt = try #require(try await world.objects("receipts", "export").first)
        #expect(receipt["sha256"] == Checksum.sha256(of: bytes).value, sourceLocation: sourceLocation)
        #expect(await world.run("verify").exit == 0, sourceLocation: sourceLocation)
    }

    // MARK: - Continuing

    @Test(arguments: [.interrupted, .unavailable, .full, .quota, .signIn] as [UploadError.Kind])
    func `An interrupted upload resumes at its last checkpoint, and sends only the rest`(kind: UploadError.Kind)
        async throws
    {
        try await cut(kind)
        #expect(await world.run("upload", "--to", "nas").exit == 0)
        #expect(discards(nas) == 0)
        try await expectCopy(arrived: try bytes().count, resumptions: [false, true])
    }

    @Test func `So does one of a plan, of a run, or of staged actions`() async throws {
        for command in [["apply", "--plan", "plan"], ["run", "--no-purge"], ["apply"]] {
            let scene = try await GoingOnTests()
            try await scene.cut()
            if command == ["apply", "--plan", "plan"] {
                await scene.world.run("upload", "--to", "nas", "--plan", "plan")
            }
            if command == ["apply"] { await scene.world.run("upload", "--to", "nas", "--stage") }
            try scene.world.tree.write(
                scene.world.configuration, Array("[upload]\nto = \"nas\"\n[scan]\nroots = [\"photos\"]\n".utf8))
            let outcome = await scene.world.type(command)
            #expect(outcome.exit == 0, "\(outcome)")
            try await scene.expectCopy(arrived: try scene.bytes().count, resumptions: [false, true])
        }
    }

    @Test func `An upload that the destination has forgotten is asked for once, whatever ends the next one`()
        async throws
    {
        try await cut()
        nas.forgetTokens()
        nas.fail(.send, with: UploadError(.full, "no room"))
        #expect(await world.run("upload", "--to", "nas").exit != 0)
        #expect(world.credentials.secrets.isEmpty)
        #expect(await world.run("upload", "--to", "nas").exit == 0)
        try await expectCopy(arrived: 250 + bytes().count, resumptions: [false, true, false])
    }

    @Test func `A permanent failure is not resumed`() async throws {
        nas.fail(.send, with: UploadError(.failed, "no"), after: 250)
        #expect(await world.run("upload", "--to", "nas").exit != 0)
        #expect(world.credentials.secrets.isEmpty && nas.parts.isEmpty)
        #expect(await world.run("upload", "--to", "nas").exit == 0)
        try await expectCopy(arrived: 250 + bytes().count, resumptions: [false, false])
    }

    @Test func `An upload whose name was taken meanwhile is not resumed`() async throws {
        try await cut()
        nas.place(.file([1], modified: 0), at: target)
        #expect(await world.run("upload", "--to", "nas").exit == 0)
        #expect(nas.bytes(at: target) == [1])
        #expect(nas.bytes(at: "Office/2026/2026-05-04/a (2).jpg") == (try bytes()))
        #expect(resumptions(nas) == [false, false])
        #expect(world.credentials.secrets.isEmpty && nas.parts.isEmpty)
    }

    // MARK: - Another file

    @Test func `A photo that changed is sent from the beginning`() async throws {
        try await cut()
        try write(2)
        try world.tree.setModified(file, seconds: 1_700_000_000)
        await world.run("scan")
        #expect(await world.run("upload", "--to", "nas").exit == 0)
        try await expectCopy(arrived: 250 + bytes().count, resumptions: [false, false])
    }

    @Test func `So is one with the same size, time and inode but another beginning`() async throws {
        try world.tree.setModified(file, seconds: 1_700_000_000)
        await world.run("scan")
        try await cut()
        try overwrite()
        try world.tree.setModified(file, seconds: 1_700_000_000)
        await world.run("scan")
        #expect(await world.run("upload", "--to", "nas").exit == 0)
        #expect(discards(nas) == 1)
        try await expectCopy(arrived: 250 + bytes().count, resumptions: [false, false])
    }

    /// Changes bytes that were sent, near the end of the photo, in place.
    private func overwrite() throws {
        let open = try FileDescriptor.open(world.tree.path(file), .readWrite)
        try open.closeAfter { _ = try open.writeAll(toAbsoluteOffset: 240, [0xFF, 0xFE]) }
    }

    // MARK: - Abandoning

    @Test func `A photo that is marked personal in between is abandoned, and nothing of it is sent`() async throws {
        try await cut()
        #expect(await world.run("mark", "personal", "\(world.library)/a.jpg").exit == 0)
        #expect(await world.run("upload", "--to", "nas").exit == 0)
        #expect(nas.arrived == 250)
        #expect(nas.parts.isEmpty && nas.entries.isEmpty)
        #expect(world.credentials.secrets.isEmpty)
    }

    @Test func `So is a removed photo, and one at a destination that is no longer configured`() async throws {
        try await cut()
        try world.tree.remove(file)
        #expect(await world.run("upload", "--to", "nas").exit == 0)
        #expect(nas.parts.isEmpty && world.credentials.secrets.isEmpty)
        let other = try await GoingOnTests()
        try await other.cut()
        #expect(await other.world.run("destination", "remove", "--yes", "nas").exit == 0)
        #expect(await other.world.run("upload", "--to", "attic").exit == 0)
        #expect(other.world.credentials.secrets.isEmpty)
    }

    @Test(arguments: [(0, true), (1, false)])
    func `After a week it is abandoned`(seconds: Int64, goesOn: Bool) async throws {
        try await cut()
        world.clock.advance(seconds: 7 * 86_400 + seconds)
        #expect(await world.run("upload", "--to", "nas").exit == 0)
        #expect(discards(nas) == (goesOn ? 0 : 1))
        try await expectCopy(arrived: (goesOn ? 0 : 250) + bytes().count, resumptions: [false, goesOn])
    }

    @Test func `If the destination cannot be reached it stays`() async throws {
        try await cut()
        await world.run("mark", "personal", "\(world.library)/a.jpg")
        nas.isGone = true
        await world.run("upload", "--to", "nas")
        #expect(world.credentials.secrets.count == 1)
        nas.isGone = false
        await world.run("upload", "--to", "nas")
        #expect(world.credentials.secrets.isEmpty && nas.parts.isEmpty)
    }

    // MARK: - What leaves it as it is

    @Test func `An upload to another destination leaves it alone`() async throws {
        try await cut()
        #expect(await world.run("upload", "--to", "attic").exit == 0)
        #expect(attic.bytes(at: target) == (try bytes()))
        #expect(resumptions(nas) == [false] && discards(nas) == 0)
        #expect(world.credentials.secrets.count == 1)
        #expect(await world.run("upload", "--to", "nas").exit == 0)
        #expect(resumptions(nas) == [false, true])
    }

    @Test func `So does a dry run`() async throws {
        try await cut()
        let (secrets, calls) = (world.credentials.secrets, nas.calls.count { $0.changesSomething })
        let before = try world.tree.snapshot()
        world.clock.advance(seconds: 30 * 86_400)
        #expect(await world.run("upload", "--to", "nas", "-n").exit == 0)
        #expect(world.credentials.secrets == secrets)
        #expect(nas.calls.count { $0.changesSomething } == calls)
        #expect(try world.tree.snapshot() == before)
    }

    /// Interrupts an upload, and returns the index of that moment, as a killed run leaves it.
    private func killed() async throws -> String {
        let (tree, index) = (world.tree, world.index)
        world.interruption = TestInterruption(meddling: { [nas] in
            guard nas.arrived == 100, !tree.exists("copy") else { return }
            for ending in ["", "-wal"] {
                guard let bytes = try? tree.read(FilePath(index.string + ending)) else { continue }
                try? tree.write(FilePath("copy/index.sqlite\(ending)"), bytes)
            }
        })
        try await cut()
        world.interruption = TestInterruption()
        return tree.path("copy/index.sqlite").string
    }

    @Test func `After a kill the journal is settled, and the upload resumes`() async throws {
        let index = try await killed()
        let outcome = await world.run("upload", "--to", "nas", "--index", index)
        #expect(outcome.exit == 0)
        #expect(outcome.notes.contains("Settled 1 of 1 interrupted upload to nas"))
        let bytes = try bytes()
        #expect(nas.arrived == Int64(bytes.count))
        #expect(resumptions(nas) == [false, true] && discards(nas) == 0)
        #expect(nas.bytes(at: target) == bytes)
        #expect(world.credentials.secrets.isEmpty)
    }

    @Test func `An upload to another destination leaves a killed one, and says how to settle it`() async throws {
        let index = try await killed()
        let outcome = await world.run("upload", "--to", "attic", "--index", index)
        #expect(outcome.exit == 0)
        let words = "1 interrupted upload to nas left; to settle: workphotos upload --to nas\n"
        #expect(outcome.notes.contains(words), "\(outcome.notes)")
        _ = try world.addTrash()
        let checks = try await world.objects("doctor", "--index", index)
        let check = try #require(checks.first { $0["name"] == "interrupted" })
        #expect(check["next"]?.hasPrefix("workphotos upload --to nas") == true)
        let settling = await world.run("upload", "--to", "nas", "--index", index)
        #expect(settling.notes.contains("Settled 1 of 1 interrupted upload to nas"), "\(settling.notes)")
    }

    /// Kills an upload once the copy has its name, and returns the index of that moment.
    private func killedOnceNamed() async throws -> String {
        let (tree, index) = (world.tree, world.index)
        let held = nas.hold(.finish, of: target)
        let copying = Task {
            await held.reached()
            for ending in ["", "-wal"] {
                guard let bytes = try? tree.read(FilePath(index.string + ending)) else { continue }
                try? tree.write(FilePath("copy/index.sqlite\(ending)"), bytes)
            }
            held.release()
        }
        #expect(await world.run("upload", "--to", "nas").exit == 0)
        await copying.value
        return tree.path("copy/index.sqlite").string
    }

    @Test(.timeLimit(.minutes(1)), arguments: [InterruptionSignal.interrupt, .terminate])
    func `A signal ends the settling of an upload at a destination that hangs`(_ signal: InterruptionSignal)
        async throws
    {
        let index = try await killedOnceNamed()
        world.interruption = TestInterruption(signal: signal)
        let held = nas.hold(.look, of: target)
        let stopping = Task { [interruption = world.interruption] in
            await held.reached()
            interruption.raise()
        }
        let outcome = await world.run("upload", "--to", "nas", "--index", index)
        await stopping.value
        #expect(outcome.exit == (signal == .interrupt ? 130 : 143))
        #expect(outcome.notes.contains("Stopped; the next run settles what is left of earlier ones"))
        world.interruption = TestInterruption()
        let next = await world.run("upload", "--to", "nas", "--index", index)
        #expect(next.exit == 0 && next.notes.contains("Settled 1 of 1 interrupted upload to nas"), "\(next)")
    }

    @Test func `Other commands leave a killed upload alone`() async throws {
        let index = try await killed()
        let secrets = world.credentials.secrets
        for words in [
            ["scan"], ["status"], ["verify"], ["purge", "--yes"], ["undo", "1"], ["upload", "--to", "nas", "-n"],
            ["run", "--no-purge", "-n"], ["hold", "\(world.library)/a.jpg"],
        ] { _ = await world.type(words + ["--index", index]) }
        #expect(world.credentials.secrets == secrets)
        #expect(discards(nas) == 0 && resumptions(nas) == [false] && nas.parts.count == 1)
        #expect(await world.run("upload", "--to", "nas", "--index", index).exit == 0)
        #expect(resumptions(nas) == [false, true])
    }

    @Test func `A killed upload of a photo that is personal now is settled and abandoned`() async throws {
        let index = try await killed()
        await world.run("mark", "personal", "\(world.library)/a.jpg", "--index", index)
        #expect(await world.run("upload", "--to", "nas", "--index", index).exit == 0)
        #expect(resumptions(nas) == [false] && nas.parts.isEmpty && nas.entries.isEmpty)
        #expect(world.credentials.secrets.isEmpty)
    }

    // MARK: - Secrets

    @Test func `A token is in no file and in no text, except where secrets are kept`() async throws {
        var texts: [String] = []
        try await cut()
        func look() throws {
            let files = try world.tree.snapshot(leavingOut: [])
            let kept = Array(world.credentials.secrets.values.map(\.bytes).joined())
            for token in nas.madeTokens {
                for form in [token.secret.bytes, Array(Base64.encode(token.secret.bytes).utf8)] {
                    for (name, bytes) in files { #expect(!has(bytes, form), "\(name)") }
                    for text in texts { #expect(!has(Array(text.utf8), form)) }
                }
            }
            let last = try #require(nas.madeTokens.last)
            #expect(kept.isEmpty || has(kept, Array(Base64.encode(last.secret.bytes).utf8)), "it is where it should be")
        }
        for command in [["status"], ["upload", "--to", "nas", "-v"], ["runs"], ["staged"], ["receipts", "export"]] {
            for more in [[], ["--json", "--log-format", "json", "-v"]] {
                try look()
                if command[0] == "upload" {
                    try write(UInt8(texts.count + 2))
                    await world.run("scan")
                    nas.fail(.send, with: UploadError(.unavailable, "went away"), after: 250)
                }
                let outcome = await world.type(command + more)
                texts += [outcome.output, outcome.notes]
            }
        }
        #expect(world.credentials.secrets.count == 1)
        #expect(await world.run("upload", "--to", "nas").exit == 0)
        try look()
        #expect(nas.madeTokens.count > 6)
    }

    private func has(_ bytes: [UInt8], _ part: [UInt8]) -> Bool { Data(bytes).range(of: Data(part)) != nil }

    @Test func `Secrets that others can read are refused before any work`() async throws {
        try await cut()
        let path = FilePath("/state/workphotos/credentials")
        let next = "chmod 700 \(path.string)"
        world.credentials.fail(with: CredentialError(.exposed, "is open to others", path: path, remedy: .command(next)))
        let error = try #require(try await world.objects("upload", "--to", "nas").last)
        #expect(error[number: "exit"] == 1)
        #expect([error["what"], error["path"], error["next"]] == ["credentials", path.string, next])
        #expect(resumptions(nas) == [false])
    }

    @Test func `A token that cannot be kept fails its upload, with the command to type`() async throws {
        let exposed = CredentialError(.exposed, "is open to others", path: "/x", remedy: .command("chmod 700 /x"))
        world.interruption = TestInterruption(meddling: { [nas, credentials = world.credentials] in
            if nas.calls.contains(where: \.isSending) { credentials.fail(with: exposed) }
        })
        let refused = await world.run("upload", "--to", "nas")
        #expect(refused.exit == 1 && refused.notes.contains("/x is open to others; type: chmod 700 /x"), "\(refused)")
        #expect(nas.parts.isEmpty && nas.entries.isEmpty)
        world.interruption = TestInterruption()
        world.credentials.fail(with: nil)
        #expect(await world.run("upload", "--to", "nas").exit == 0)
    }

    @Test func `An upload that could not be resumed later is not begun`() async throws {
        world.credentials.fail(
            with: CredentialError(.exposed, "is open to others", path: "/x", remedy: .command("chmod 700 /x")))
        let refused = await world.run("upload", "--to", "nas")
        #expect(refused.exit == 1 && refused.notes.contains("chmod 700 /x"), "\(refused)")
    }
}

extension UploadCall {
    fileprivate var isSending: Bool { if case .send = self { true } else { false } }
}
