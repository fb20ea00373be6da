import FakeDrive
import GoogleDrive
import Testing

struct UploadCallTests {
    private let size: Int64 = 1_200_000

    private func done(_ progress: UploadProgress, sourceLocation: SourceLocation = #_sourceLocation) throws -> DriveFile
    {
        guard case .done(let file) = progress else {
            Issue.record("the upload is not done: \(progress)", sourceLocation: sourceLocation)
            throw DriveError(.answer, "not done")
        }
        return file
    }

    private func held(_ progress: UploadProgress) -> Int64? {
        if case .held(let count) = progress { count } else { nil }
    }

    private func expect(_ file: DriveFile, isWholeIn world: SignedInDrive) {
        #expect(file.size == size)
        #expect(world.drive.content(of: file.id) == (0..<size).map(patternByte))
    }

    @Test func `In one request`() async throws {
        try await SignedInDrive.run { world in
            var new = try await world.new("a.jpg")
            (new.modifiedTime, new.appProperties) = ("2026-05-01T08:00:00.123Z", ["wpSha256": "x"])
            let session = try await world.client.startUpload(new, size: size)
            let file = try done(try unsafe await world.client.send(session, from: 0, reading: readPattern))
            #expect(file.id == new.id && file.appProperties == ["wpSha256": "x"])
            #expect(file.modifiedTime == "2026-05-01T08:00:00.123Z")
            expect(file, isWholeIn: world)
        }
    }

    @Test func `In parts, whose sizes are rounded to multiples`() async throws {
        try await SignedInDrive.run { world in
            let session = try await world.start("a.jpg", size: size)
            var offset: Int64 = 0
            var file: DriveFile?
            while file == nil {
                let progress = try unsafe await world.client.send(
                    session, from: offset, to: offset + 600_000, reading: readPattern)
                if case .done(let made) = progress { file = made }
                offset = held(progress) ?? offset
            }
            expect(try #require(file), isWholeIn: world)
            #expect(
                world.drive.requests.filter { $0.method == "PUT" }.map(\.bodyLength) == [524_288, 524_288, 151_424])
        }
    }

    @Test func `A part that is too small is refused by the client`() async throws {
        try await SignedInDrive.run { world in
            let session = try await world.start("a.jpg", size: size)
            for (from, to) in [(0, 100), (5, 5), (-1, 300_000), (1_200_000, 1_200_000)] as [(Int64, Int64)] {
                await expectDriveError(.settings) {
                    _ = try unsafe await world.client.send(session, from: from, to: to, reading: readPattern)
                }
            }
        }
    }

    @Test func `It continues after a broken connection`() async throws {
        try await SignedInDrive.run(excused: [.notHTTP]) { world in
            let session = try await world.start("a.jpg", size: size)
            world.drive.plant(.dropInBody(after: 1_000_000), at: .matching(method: "PUT", path: "/upload/"))
            await expectDriveError(.brokenOff) {
                _ = try unsafe await world.client.send(session, from: 0, reading: readPattern)
            }
            let offset = try #require(held(try await world.client.progress(of: session)))
            #expect(offset > 0 && offset <= 1_000_000)
            expect(
                try done(try unsafe await world.client.send(session, from: offset, reading: readPattern)),
                isWholeIn: world)
        }
    }

    @Test func `A lost answer is requested again`() async throws {
        try await SignedInDrive.run { world in
            let session = try await world.start("a.jpg", size: size)
            #expect(held(try await world.client.progress(of: session)) == 0)
            world.drive.plant(.dropAfter, at: .matching(method: "PUT", path: "/upload/"))
            await expectDriveError(.brokenOff) {
                _ = try unsafe await world.client.send(session, from: 0, reading: readPattern)
            }
            expect(try done(try await world.client.progress(of: session)), isWholeIn: world)
        }
    }

    @Test func `An expired session is reported, and no error contains it`() async throws {
        try await SignedInDrive.run { world in
            let session = try await world.start("a.jpg", size: size)
            world.drive.expireUploads()
            let error = await expectDriveError(.sessionGone) { _ = try await world.client.progress(of: session) }
            let secret = session.address.text
            for text in ["\(session)", String(reflecting: session), "\(String(describing: error))"] {
                #expect(!text.contains(secret) && !text.contains("upload_id"))
            }
        }
    }

    @Test func `A file without bytes is completed by a query`() async throws {
        try await SignedInDrive.run { world in
            let session = try await world.start("a.jpg", size: 0)
            #expect(try done(try await world.client.progress(of: session)).size == 0)
        }
    }

    @Test func `Another upload with the same id is a conflict`() async throws {
        try await SignedInDrive.run { world in
            let new = try await world.new("a.jpg")
            let session = try await world.client.startUpload(new, size: size)
            _ = try done(try unsafe await world.client.send(session, from: 0, reading: readPattern))
            await expectDriveError(.conflict) { _ = try await world.client.startUpload(new, size: size) }
        }
    }

    @Test func `New content for an existing file`() async throws {
        try await SignedInDrive.run { world in
            let id = world.drive.put("a.jpg", [1], in: nil, owner: world.anna, client: world.registered)
            let session = try await world.client.startUpload(replacing: id, FileChange(), size: size)
            let file = try done(try unsafe await world.client.send(session, from: 0, reading: readPattern))
            #expect(file.id == id)
            expect(file, isWholeIn: world)
        }
    }

    @Test func `A full Drive, and a server that fails`() async throws {
        try await SignedInDrive.run { world in
            world.drive.setStorageLimit(1_000, of: world.anna)
            let error = await expectDriveError(.storageFull) {
                let session = try await world.start("a.jpg", size: size)
                _ = try unsafe await world.client.send(session, from: 0, reading: readPattern)
            }
            #expect(error?.reason == "storageQuotaExceeded")
            world.drive.setStorageLimit(nil, of: world.anna)
            let session = try await world.start("b.jpg", size: size)
            world.drive.plant(
                .status(503, reason: "backendError", retryAfter: 7), at: .matching(method: "PUT", path: "/upload/"))
            let other = await expectDriveError(.server) {
                _ = try unsafe await world.client.send(session, from: 0, reading: readPattern)
            }
            #expect(other?.retryAfter == .seconds(7) && other?.mayPass == true && other?.status == 503)
        }
    }

    @Test func `A token that expired before an upload began is replaced when it continues`() async throws {
        try await FakeDrive.run { drive in
            let anna = drive.makeAccount("anna@example.com")
            let registered = drive.makeClient(.desktop)
            let good = drive.makeToken(for: anna, client: registered, scope: .file)
            let tokens = GivenTokens(good, drive.makeToken(for: anna, client: registered, scope: .file))
            let client = DriveClient(endpoint: try WebAddress(drive.address), wire: try testWire(), tokens: tokens)
            let session = try await client.startUpload(FileChange(), size: 10)
            drive.plant(.status(401, reason: "authError"), at: .matching(method: "PUT", path: "/upload/"))
            let error = await expectDriveError(.brokenOff) {
                _ = try unsafe await client.send(session, from: 0, reading: readPattern)
            }
            #expect(tokens.refused == 1 && error?.mayPass == true)
            _ = try done(try unsafe await client.send(session, from: 0, reading: readPattern))
        }
    }
}
