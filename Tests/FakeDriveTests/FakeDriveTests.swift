import FakeDrive
import Testing

struct FakeDriveTests {
    @Test func `each fake has a port of its own`() async throws {
        try await FakeDrive.run { one in
            try await FakeDrive.run { other in #expect(one.port != other.port) }
        }
    }

    @Test func `a fake that is stopped answers no more`() async throws {
        let drive = try await FakeDrive.start()
        let client = TestClient(drive.address)
        #expect(try await client.send("GET", "/elsewhere").status == 404)
        try await drive.stop()
        await #expect(throws: (any Error).self) { try await client.send("GET", "/elsewhere") }
    }

    @Test func `a fake ends well while a request hangs and another is held`() async throws {
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

    @Test func `the moment goes by the clock that is given, and by advance`() async throws {
        var settings = FakeDrive.Settings()
        settings.now = { 1_777_888_800 }
        try await FakeDrive.run(settings) { drive async throws in
            let client = TestClient(drive.address)
            #expect(try await client.send("GET", "/").headers["date"] == "Mon, 04 May 2026 10:00:00 GMT")
            drive.advance(by: 86_400)
            #expect(try await client.send("GET", "/").headers["date"] == "Tue, 05 May 2026 10:00:00 GMT")
        }
    }

    @Test func `commands come over HTTP only where that is wanted`() async throws {
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

    @Test func `what is asked for while it ends does not hang on`() async throws {
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
