import FakeDrive
import GoogleDrive
import Synchronization
import Testing

struct PatientWireTests {
    @Test(
        arguments: [(429, "rateLimitExceeded", .rateLimit), (503, "backendError", .server)]
            as [(Int, String, DriveError.Kind)])
    func `During a server's waiting time no other request is sent to it, and fails for the server's reason`(
        status: Int, reason: String, kind: DriveError.Kind
    ) async throws {
        try await FakeDrive.run { drive in
            let now = Mutex<Int64>(1_000_000_000)
            let time = TimeSource(now: { now.withLock(\.self) }) { _ in }
            let wire = PatientWire(try testWire(), time: time)
            let anna = drive.makeAccount("anna@example.com")
            let token = drive.makeToken(for: anna, client: drive.makeClient(.desktop), scope: .file)
            let client = DriveClient(
                endpoint: try WebAddress(drive.address), wire: wire, tokens: GivenTokens(token))
            drive.plant(.status(status, reason: reason, retryAfter: 3), at: .number(1))
            for (seconds, left) in [(1, 3), (1, 3), (3, 1)] as [(Int64, Int)] {
                now.withLock { $0 = seconds * 1_000_000_000 }
                do throws(DriveError) {
                    _ = try await client.about()
                    Issue.record("it was sent")
                } catch {
                    #expect(error.kind == kind && error.retryAfter == .seconds(left))
                }
            }
            #expect(drive.requests.count == 1)
            now.withLock { $0 = 4_000_000_000 }
            _ = try await client.about()
            #expect(drive.requests.count == 2)
        }
    }
}
