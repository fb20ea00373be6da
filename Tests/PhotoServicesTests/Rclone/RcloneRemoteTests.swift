import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Real remotes, some of them with servers.
@Suite(.enabled(if: RcloneWorld.isInstalled, Comment(rawValue: RcloneWorld.reason)))
struct RcloneRemoteTests {
    private func source(_ bytes: [UInt8], in tree: TemporaryTree) throws -> UploadSource {
        try tree.write("a.jpg", bytes)
        return try UploadSource(tree.path("a.jpg"), interruption: TestInterruption())
    }

    private func bytes(_ target: CopyLocation, of service: RcloneService) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        try unsafe await service.fetch(target, start: { bytes = [] }) { unsafe bytes += $0 }
        return bytes
    }

    @Test(arguments: RemoteKind.installed)
    func `A file that is sent is there, is proved, and can be restored`(_ kind: RemoteKind) async throws {
        let (tree, remote) = (try TemporaryTree(), try TestRemote(kind))
        defer { withExtendedLifetime(remote) {} }
        let service = try remote.service()
        let marker = DestinationMarker(random: 1, 2)
        #expect(try await service.makeDestination(marker, creating: true) == marker)
        let content = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 5) }
        let source = try source(content, in: tree)
        let targets = ["Büro/2026/a b.jpg", "Büro/2026/[b] 100%.jpg"] as [FilePath]
        var sent: [SentUpload] = []
        for target in targets {
            let upload = try await service.prepare(PlannedCopy(target: target, size: 50_000, modified: 0))
            sent.append(try await service.send(source, as: upload))
            #expect(try await service.size(at: CopyLocation(target)) == nil, "it has no name yet")
        }
        for stored in await service.finish(sent) { #expect(try stored.get().size == 50_000) }
        for target in targets.map({ CopyLocation($0) }) {
            let stored = try #require(try await service.inspect(target))
            let kind = stored.evidence.checksum?.kind
            #expect(stored.evidence.checksum?.value == (try source.hashes(with: kind).value(of: kind ?? .sha256)))
            #expect(try await bytes(target, of: service) == content)
        }
        let another = try await service.prepare(PlannedCopy(target: targets[0], size: 50_000, modified: 0))
        let again = try await service.send(source, as: another)
        expectFailure(await service.finish([again])[0], .taken)
        try await service.discard(again.upload, source: source)
        #expect(try await bytes(sent[0].upload.target, of: service) == content)
    }

    @Test(arguments: RemoteKind.installed)
    func `The receipts of a run are one part, which can be read back`(_ kind: RemoteKind) async throws {
        let remote = try TestRemote(kind)
        defer { withExtendedLifetime(remote) {} }
        let service = try remote.service()
        _ = try await service.makeDestination(DestinationMarker(random: 1, 2), creating: true)
        let list = try #require(service.receiptList)
        #expect(try await list.parts().isEmpty)
        #expect(try await list.add([0x61, 0x0A]) == .kept)
        #expect(try await list.add([0x62, 0x0A]) == .kept)
        let part = try #require(try await list.close())
        #expect(try await list.parts() == [part])
        #expect(try await list.lines(of: part.name, from: 0) == [0x61, 0x0A, 0x62, 0x0A])
        #expect(try await list.close() == nil)
    }

    @Test(.needs(.webdav)) func `An unreachable server is not a destination without copies`() async throws {
        let remote = try TestRemote(.webdav, server: .own)
        let service = try remote.service()
        _ = try await service.makeDestination(DestinationMarker(random: 1, 2), creating: true)
        remote.server?.stop()
        await expectError { () throws(UploadError) in try await service.inspect("a.jpg") }
        try remote.server?.start()
        #expect(try await service.inspect("a.jpg") == nil)
    }
}

/// Expects that a call fails with an error that says nothing about the copy.
private func expectError<Value>(_ call: () async throws(UploadError) -> Value) async {
    do throws(UploadError) {
        _ = try await call()
        Issue.record("It answered")
    } catch {
        #expect([.transient, .unavailable].contains(error.kind), "\(error.detail)")
    }
}
