import FakeDrive
import GoogleDrive
import Synchronization
import Testing

struct DeviceSignInTests {
    private func run(
        _ drive: FakeDrive, _ client: FakeClient, time: TestTime,
        announce: @escaping @Sendable (String, String) -> Void = { _, _ in }
    ) async throws -> SavedSignIn {
        try await DeviceSignIn(
            client: try OAuthClient(file: Array(client.file.utf8)),
            server: TokenServer(wire: try testWire(), time: time.source, note: { _ in })
        ).run { (page, code) async throws(DriveError) in announce(page, code) }
    }

    @Test func `The user types the code and is signed in`() async throws {
        try await FakeDrive.run { drive in
            let (anna, client) = (drive.makeAccount("anna@example.com"), drive.makeClient(.device))
            drive.deviceConsent = .allow(anna, afterPolls: 2)
            let time = TestTime(drive: drive)
            let told = Mutex("")
            let saved = try await run(drive, client, time: time) { page, code in
                told.withLock { $0 = "\(page) \(code)" }
            }
            #expect(
                told.withLock(\.self).hasPrefix("\(drive.address)/device ")
                    && told.withLock(\.self).count > drive.address.count + 15)
            #expect(saved.scopes == ["https://www.googleapis.com/auth/drive.file"] && saved.isRefreshable)
            #expect(time.waited == [.seconds(5), .seconds(5), .seconds(5)])
            #expect(drive.breaches.isEmpty, "\(drive.breaches)")
        }
    }

    @Test func `The user denies`() async throws {
        try await FakeDrive.run { drive in
            let client = drive.makeClient(.device)
            drive.deviceConsent = .deny(afterPolls: 1)
            let error = await expectDriveError(.denied) {
                _ = try await run(drive, client, time: TestTime(drive: drive))
            }
            #expect(error?.message == "access was denied on Google's page")
        }
    }

    @Test func `No one types the code`() async throws {
        try await FakeDrive.run { drive in
            let client = drive.makeClient(.device)
            drive.deviceConsent = .wait
            await expectDriveError(.expired) { _ = try await run(drive, client, time: TestTime(drive: drive)) }
            #expect(drive.breaches.isEmpty, "\(drive.breaches)")
        }
    }

    @Test func `It obeys slow_down for good, waits while pending, and asks a failing server again`()
        async throws
    {
        let number = Mutex(0)
        try await LoopbackServer.run { request in
            if request.path == "/device/code" {
                return .json(
                    #"{"device_code":"planted-code","user_code":"A","verification_uri":"https://x/","expires_in":600,"interval":7}"#
                )
            }
            switch number.withLock({ number in
                number += 1
                return number
            }) {
            case 1: return .json(#"{"error":"slow_down"}"#, status: 403)
            case 2: return .json(#"{"error":"authorization_pending"}"#, status: 428)
            case 3: return .json("{}", status: 503, headers: [("Retry-After", "40")])
            case 4: return .close
            default: return .json(#"{"access_token":"t","expires_in":3599}"#)
            }
        } _: { server in
            let file =
                #"{"installed":{"client_id":"id","auth_uri":"https://x/","token_uri":"http://127.0.0.1:\#(server.port)/token"}}"#
            let time = TestTime()
            let saved = try await DeviceSignIn(
                client: try OAuthClient(file: Array(file.utf8)),
                server: TokenServer(wire: try testWire(), time: time.source, note: { _ in })
            ).run { (_, _) async throws(DriveError) in }
            #expect(!saved.isRefreshable)
            #expect(time.waited.map(\.components.seconds) == [7, 12, 12, 40, 22])
        }
    }

    @Test func `A client of another type is told which type is needed`() async throws {
        try await FakeDrive.run { drive in
            let client = drive.makeClient(.desktop)
            let error = await expectDriveError(.signIn) {
                _ = try await run(drive, client, time: TestTime(drive: drive))
            }
            #expect(error?.message.contains("TVs and Limited Input devices") == true)
        }
    }
}
