import FakeDrive
import Testing

/// Rules of resumable uploads that Google's client never breaks.
struct UploadTests {
    private static let quantum = 256 * 1024

    @Test func `an upload without received bytes has no range`() async throws {
        try await FakeDriveWorld.run { desk async throws in
            let reply = try await desk.http.send("PUT", try await desk.begin(), ["Content-Range": "bytes */10"])
            #expect(reply.status == 308)
            #expect(reply.headers["range"] == nil)
        }
    }

    @Test func `a chunk that is not a multiple of 256 KiB is kept up to the last multiple`() async throws {
        try await FakeDriveWorld.run(breaches: [.unevenChunk]) { desk async throws in
            let bytes = [UInt8](repeating: 1, count: Self.quantum + 10)
            let range = ["Content-Range": "bytes 0-\(bytes.count - 1)/1000000"]
            let reply = try await desk.http.send("PUT", try await desk.begin(), range, bytes)
            #expect(reply.status == 308)
            #expect(reply.headers["range"] == "bytes=0-\(Self.quantum - 1)")
        }
    }

    @Test func `a chunk after a gap is refused`() async throws {
        try await FakeDriveWorld.run { desk async throws in
            let range = ["Content-Range": "bytes 262144-262145/262146"]
            #expect(try await desk.http.send("PUT", try await desk.begin(), range, [1, 2]).status == 400)
        }
    }

    @Test func `an expired session stays expired, and using it again is a breach`() async throws {
        try await FakeDriveWorld.run(breaches: [.deadSessionAgain]) { desk async throws in
            let session = try await desk.begin()
            desk.drive.expireUploads()
            #expect(try await desk.http.send("PUT", session, [:], [1]).status == 404)
            #expect(desk.drive.breaches.isEmpty)
            #expect(try await desk.http.send("PUT", session, [:], [1]).status == 404)
        }
    }

    @Test func `a session expires after a week`() async throws {
        try await FakeDriveWorld.run { desk async throws in
            let (one, other) = (try await desk.begin(), try await desk.begin(["name": "b"]))
            desk.drive.advance(by: 7 * 86_400 - 60)
            #expect(try await desk.http.send("PUT", one, [:], [1]).status == 200)
            desk.drive.advance(by: 120)
            #expect(try await desk.http.send("PUT", other, [:], [1]).status == 404)
        }
    }

    @Test func `a finished session returns the file again`() async throws {
        try await FakeDriveWorld.run { desk async throws in
            let session = try await desk.begin()
            let made = try await desk.http.send("PUT", session, [:], [1, 2, 3])
            let again = try await desk.http.send("PUT", session, ["Content-Range": "bytes */3"])
            #expect(again.status == 200)
            #expect(again.json["id"] == made.json["id"])
        }
    }

    @Test func `two sessions with the same id make one file`() async throws {
        try await FakeDriveWorld.run { desk async throws in
            let id = JSON.string(try await desk.newID())
            let (one, other) = (try await desk.begin(["id": id]), try await desk.begin(["id": id]))
            #expect(try await desk.http.send("PUT", one, [:], [1]).status == 200)
            let late = try await desk.http.send("PUT", other, [:], [2])
            #expect(late.status == 409)
            #expect(late.reason == "fileIdInUse")
            #expect(desk.drive.files.count == 1)
        }
    }

    @Test func `a later request takes over the session of one that hangs`() async throws {
        try await FakeDriveWorld.run { desk async throws in
            let session = try await desk.begin()
            let held = desk.drive.hold(.matching(method: "PUT"), at: .handling)
            async let hanging = desk.http.send("PUT", session, [:], [1, 1, 1])
            await held.reached()
            let reply = try await desk.http.send("PUT", session, [:], [2, 2, 2])
            #expect(reply.status == 200)
            held.release()
            _ = try await hanging
            #expect(desk.drive.content(of: try #require(reply.json["id"]?.string)) == [2, 2, 2])
        }
    }

    @Test func `checksums are kept without contents`() async throws {
        var settings = FakeDrive.Settings()
        settings.keepsContents = false
        settings.checksums = [.sha256]
        try await FakeDrive.run(settings) { drive async throws in
            let anna = drive.makeAccount("anna@example.com")
            let token = drive.makeToken(for: anna, client: drive.makeClient(), scope: .file)
            let path = "\(FakeDriveWorld.uploads)?uploadType=media&\(FakeDriveWorld.usual)"
            let reply = try await TestClient(drive.address, token: token).send("POST", path, [:], Array("abc".utf8))
            let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"  // FIPS 180-2, B.1
            #expect(reply.json["sha256Checksum"]?.string == known)
            #expect(reply.json["md5Checksum"] == nil)
            #expect(drive.content(of: try #require(reply.json["id"]?.string)) == nil)
        }
    }

    @Test func `more than 5 MB needs a resumable upload`() async throws {
        try await FakeDriveWorld.run { desk async throws in
            let path = "\(FakeDriveWorld.uploads)?uploadType=media&\(FakeDriveWorld.usual)"
            let reply = try await desk.http.send("POST", path, [:], [UInt8](repeating: 0, count: (5 << 20) + 1))
            #expect(reply.status == 413)
            #expect(desk.drive.files.isEmpty)
        }
    }
}
