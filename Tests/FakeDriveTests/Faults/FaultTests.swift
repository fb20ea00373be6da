import FakeDrive
import Testing

struct FaultTests {
    private static let about = "/drive/v3/about?fields=user"

    @Test func `a status has its reason, applies once, and the request is not carried out`() async throws {
        try await FakeDriveWorld.run { desk in
            desk.drive.plant(.status(503, reason: "backendError", retryAfter: 3), at: .matching(method: "POST"))
            let path = "\(FakeDriveWorld.calls)?\(FakeDriveWorld.usual)"
            let reply = try await desk.http.send("POST", path, json: ["name": "a"])
            #expect(reply.status == 503)
            #expect(reply.reason == "backendError")
            #expect(reply.headers["retry-after"] == "3")
            #expect(desk.drive.files.isEmpty)
            #expect(try await desk.http.send("POST", path, json: ["name": "b"]).status == 200)
        }
    }

    @Test func `faults can target number, path, body, and later requests`() async throws {
        try await FakeDriveWorld.run { desk in
            desk.drive.plant(.html(502), at: .number(2))
            desk.drive.plant(.text(500, "no"), at: .matching(path: "pageSize=7", after: 1))
            desk.drive.plant(.text(418, "tea"), at: .matching(body: "\"name\":\"odd\""))
            var statuses: [Int] = []
            for _ in 0..<2 { statuses.append(try await desk.http.send("GET", Self.about).status) }
            for _ in 0..<3 {
                statuses.append(
                    try await desk.http.send("GET", "\(FakeDriveWorld.calls)?\(FakeDriveWorld.usual)&pageSize=7").status
                )
            }
            for name in ["even", "odd"] {
                statuses.append(
                    try await desk.http.send(
                        "POST", "\(FakeDriveWorld.calls)?\(FakeDriveWorld.usual)", json: ["name": .string(name)]
                    )
                    .status)
            }
            #expect(statuses == [200, 502, 200, 500, 200, 200, 418])
        }
    }

    @Test func `a drop before leaves nothing, and a drop after leaves everything`() async throws {
        try await FakeDriveWorld.run { desk in
            for (fault, count) in [(Fault.dropBefore, 0), (.dropAfter, 1)] {
                desk.drive.plant(fault, at: .matching(method: "POST"))
                await #expect(throws: (any Error).self) {
                    try await desk.http.send(
                        "POST", "\(FakeDriveWorld.calls)?\(FakeDriveWorld.usual)", json: ["name": .string("\(count)")])
                }
                #expect(desk.drive.files.count == count)
            }
        }
    }

    @Test func `a cut answer ends before its announced length`() async throws {
        try await FakeDriveWorld.run { desk in
            desk.drive.plant(.cutAnswer(after: 10), at: .matching(path: "about"))
            await #expect(throws: (any Error).self) { try await desk.http.send("GET", Self.about) }
            #expect(desk.drive.requests.last?.status == 200)
        }
    }

    @Test func `a request hangs until the hangs are released`() async throws {
        try await FakeDriveWorld.run { desk in
            desk.drive.plant(.hang, at: .matching(path: "about"))
            let held = desk.drive.hold(.matching(path: "about"))
            async let hanging = try? desk.http.send("GET", Self.about)
            await held.reached()
            held.release()
            let other = try await desk.http.send("GET", Self.about)
            #expect(other.status == 200)
            desk.drive.releaseHangs()
            let ended = await hanging
            #expect(ended == nil)
        }
    }

    @Test func `wrong bytes are stored with their own checksums`() async throws {
        try await FakeDriveWorld.run { desk in
            let session = try await desk.begin()
            desk.drive.plant(.wrongBytes, at: .matching(method: "PUT"))
            let reply = try await desk.http.send("PUT", session, [:], [7, 8, 9])
            let right = try await desk.upload([7, 8, 9], ["name": "b"])
            #expect(reply.json["size"] == right.json["size"])
            #expect(reply.json["sha256Checksum"] != right.json["sha256Checksum"])
            #expect(desk.drive.content(of: try #require(reply.json["id"]?.string)) == [6, 8, 9])
        }
    }

    @Test func `members can be missing, and the date can be wrong`() async throws {
        try await FakeDriveWorld.run { desk in
            desk.drive.plant(.without(["emailAddress"]), at: .matching(path: "about"))
            let reply = try await desk.http.send("GET", Self.about)
            #expect(reply.json["user"]?["emailAddress"] == nil)
            #expect(reply.json["user"]?["displayName"] != nil)
            desk.drive.plant(.wrongDate(-86_400), at: .matching(path: "about"))
            let early = try await desk.http.send("GET", Self.about).headers["date"]
            #expect(early != reply.headers["date"])
        }
    }

    @Test func `any answer can be planted`() async throws {
        try await FakeDriveWorld.run { desk in
            desk.drive.plant(.answer(307, headers: ["Location": "http://127.0.0.1:1/"], body: "x"), at: .number(1))
            let reply = try await desk.http.send("GET", Self.about)
            #expect(reply.status == 307)
            #expect(reply.headers["location"] == "http://127.0.0.1:1/")
            #expect(reply.text == "x")
        }
    }

    @Test func `a slow answer arrives completely`() async throws {
        try await FakeDriveWorld.run { desk in
            let id = try #require(try await desk.upload([UInt8](repeating: 3, count: 2000)).json["id"]?.string)
            desk.drive.plant(.slow(bytesPerSecond: 20_000), at: .matching(path: "alt=media"))
            let clock = ContinuousClock()
            let start = clock.now
            let reply = try await desk.http.send(
                "GET", "\(FakeDriveWorld.calls)/\(id)?alt=media&supportsAllDrives=true")
            #expect(reply.bytes.count == 2000)
            #expect(clock.now - start >= .milliseconds(50))
        }
    }

    @Test func `a slow upload arrives completely`() async throws {
        try await FakeDriveWorld.run { desk async throws in
            let session = try await desk.begin()
            desk.drive.plant(.slow(bytesPerSecond: 400_000), at: .matching(method: "PUT"))
            let clock = ContinuousClock()
            let start = clock.now
            let reply = try await desk.http.send("PUT", session, [:], [UInt8](repeating: 1, count: 40_000))
            #expect(reply.json["size"] == "40000")
            #expect(clock.now - start >= .milliseconds(50))
        }
    }

    @Test func `a removed fault does not happen`() async throws {
        try await FakeDriveWorld.run { desk in
            desk.drive.plant(.html(500), at: .matching(), times: 100)
            desk.drive.removeFaults()
            let reply = try await desk.http.send("GET", Self.about)
            #expect(reply.status == 200)
        }
    }
}
