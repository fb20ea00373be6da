import FakeDrive
import Testing

struct FaultTests {
    private static let about = "/drive/v3/about?fields=user"

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
}
