import FakeDrive
import Testing

struct FakeDriveTests {
    @Test func `each fake has a port of its own`() async throws {
        try await FakeDrive.run { one in
            try await FakeDrive.run { other in #expect(one.port != other.port) }
        }
    }

    @Test func `a stopped fake does not answer`() async throws {
        let drive = try await FakeDrive.start()
        let client = TestClient(drive.address)
        #expect(try await client.send("GET", "/elsewhere").status == 404)
        try await drive.stop()
        await #expect(throws: (any Error).self) { try await client.send("GET", "/elsewhere") }
    }

    @Test func `a fake can stop while one request hangs and another is held`() async throws {
        let drive = try await FakeDrive.start()
        let client = TestClient(drive.address)
        drive.plant(.hang, at: .matching(path: "/hanging"))
        let held = drive.hold(.matching(path: "/held"))
        async let hanging = try? client.send("GET", "/hanging")
        async let waiting = try? client.send("GET", "/held")
        await held.reached()
        try await drive.stop()
        let ended = await hanging
        #expect(ended == nil)
        _ = await waiting
    }

    @Test func `the time comes from the given clock and advance`() async throws {
        var settings = FakeDrive.Settings()
        settings.now = { 1_777_888_800 }
        try await FakeDrive.run(settings) { drive async throws in
            let client = TestClient(drive.address)
            #expect(try await client.send("GET", "/").headers["date"] == "Mon, 04 May 2026 10:00:00 GMT")
            drive.advance(by: 86_400)
            #expect(try await client.send("GET", "/").headers["date"] == "Tue, 05 May 2026 10:00:00 GMT")
        }
    }

    @Test func `commands over HTTP must be enabled`() async throws {
        let command: JSON = [
            "do": "batch",
            "commands": [
                ["do": "account", "email": "anna@example.com"],
                ["do": "put", "name": "a", "email": "anna@example.com"],
            ],
        ]
        for isWanted in [true, false] {
            var settings = FakeDrive.Settings()
            settings.answersControl = isWanted
            try await FakeDrive.run(settings) { drive async throws in
                let reply = try await TestClient(drive.address).send("POST", "/control", json: command)
                #expect(reply.status == (isWanted ? 200 : 404))
                #expect(drive.files.map(\.name) == (isWanted ? ["a"] : []))
            }
        }
    }

    @Test func `a request during shutdown does not hang`() async throws {
        let drive = try await FakeDrive.start()
        drive.plant(.hang, at: .matching())
        let held = drive.hold(.matching())
        let client = TestClient(drive.address)
        async let waiting = try? client.send("GET", "/held")
        await held.reached()
        try await drive.stop()
        let ended = await waiting
        #expect(ended == nil)
    }
}
