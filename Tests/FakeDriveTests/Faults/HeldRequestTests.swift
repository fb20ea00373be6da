import FakeDrive
import Testing

struct HeldRequestTests {
    private static let create = "\(FakeDriveWorld.calls)?\(FakeDriveWorld.usual)"

    @Test func `a request is held before it is carried out`() async throws {
        try await FakeDriveWorld.run { desk in
            let held = desk.drive.hold(.matching(method: "POST"))
            async let reply = desk.http.send("POST", Self.create, json: ["name": "a"])
            await held.reached()
            #expect(desk.drive.files.isEmpty)
            held.release()
            let answered = try await reply
            #expect(answered.status == 200)
            #expect(desk.drive.files.count == 1)
        }
    }

    @Test func `a request is held before its answer`() async throws {
        try await FakeDriveWorld.run { desk in
            let held = desk.drive.hold(.matching(method: "POST"), at: .answer)
            async let reply = desk.http.send("POST", Self.create, json: ["name": "a"])
            await held.reached()
            #expect(desk.drive.files.count == 1)
            #expect(desk.drive.requests.last?.status == nil)
            held.release()
            let answered = try await reply
            #expect(answered.status == 200)
        }
    }

    @Test func `a request is held in the middle of its body while others are answered`() async throws {
        try await FakeDriveWorld.run { desk in
            let bytes = [UInt8](repeating: 9, count: 4 << 20)
            let session = try await desk.begin()
            let held = desk.drive.hold(.matching(method: "PUT"), at: .body(1 << 20))
            async let reply = desk.http.send("PUT", session, [:], bytes)
            await held.reached()
            #expect(desk.drive.files.isEmpty)
            #expect(try await desk.list().isEmpty)
            held.release()
            let answered = try await reply
            #expect(answered.status == 200)
            #expect(desk.drive.files.first?.size == bytes.count)
        }
    }
}
