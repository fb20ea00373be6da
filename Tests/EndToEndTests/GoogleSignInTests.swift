import FakeDrive
import Foundation
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Signing in to Google with the built program; secrets are found only in their own files.
struct GoogleSignInTests {
    private static let hasCurl = FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")

    /// Every file below the home as text, except those of secrets.
    private func files(of home: Home) throws -> String {
        try home.tree.snapshot().keys.filter { !$0.contains("/credentials") && !$0.hasPrefix("given") }
            .compactMap { try? String(decoding: home.tree.read(FilePath($0)), as: UTF8.self) }.joined()
    }

    @Test(.enabled(if: hasCurl, "curl is not here"))
    func `Nothing that is written contains a secret, whatever goes wrong`() async throws {
        let home = try Home()
        try await FakeDrive.run { drive in
            let (anna, client) = (drive.makeAccount("anna@example.com"), drive.makeClient(.desktop))
            let robot = try drive.makeServiceAccount()
            try home.tree.write(Home.configuration, Array("[google]\napi-endpoint = \"\(drive.address)\"\n".utf8))
            for (name, text) in [("client", client.file), ("key", robot.file)] {
                try home.tree.write(FilePath("given/\(name).json"), Array(text.utf8))
            }
            try home.tree.write("given/browser", Array("#!/bin/sh\nexec curl -fsSL -o /dev/null \"$1\"\n".utf8))
            try home.tree.setPermissions("given/browser", [.ownerReadWriteExecute])
            var program = home.program
            program.variables["BROWSER"] = home.tree.path("given/browser").string
            let given = home.tree.path("given").string
            var said = ""
            var secrets: Set<String> = [client.secret]

            func type(_ words: [String], exit: Int32) throws {
                let running = try program.start(["auth", "google"] + words + ["--verbose", "--json"])
                let outcome = try running.wait()
                #expect(outcome.exit == exit, "\(words): \(outcome.notes)")
                said += outcome.output + outcome.notes
            }
            func keep() {
                secrets.formUnion(drive.refreshTokens)
                for request in drive.requests {
                    if let token = request.header("Authorization") { secrets.insert(String(token.dropFirst(7))) }
                    for pair in request.body.split(separator: "&") {
                        let halves = pair.split(separator: "=", maxSplits: 1)
                        let names = ["code", "code_verifier", "assertion", "refresh_token", "client_secret", "token"]
                        if halves.count == 2, names.contains(String(halves[0])) { secrets.insert(String(halves[1])) }
                    }
                }
            }

            drive.consent = .allow(anna)
            try type(["login", "--client-file", "\(given)/client.json"], exit: 0)
            keep()
            try type(["status"], exit: 0)
            // A server that repeats the request.
            let echo =
                "\(drive.refreshTokens.joined()) \(client.secret) " + String(repeating: "x", count: 200) + client.secret
            for status in [400, 403, 500] {
                let json = #"{"error":"x","error_description":"\#(echo)"}"#
                for fault in [
                    Fault.text(status, echo),
                    .answer(status, headers: ["Content-Type": "application/json"], body: json),
                ] {
                    drive.plant(fault, at: .matching(method: "POST", path: "/token"))
                    try type(["status"], exit: 1)
                }
            }
            drive.killRefreshTokens()
            try type(["status"], exit: 12)
            keep()
            drive.consent = .deny
            try type(["login", "--client-file", "\(given)/client.json"], exit: 12)
            try type(["login", "--service-account", "\(given)/key.json"], exit: 0)
            try type(["status"], exit: 0)
            try type(["login", "--client-file", "\(given)/key.json"], exit: 78)
            keep()
            try type(["logout"], exit: 0)
            try type(["status"], exit: 12)

            secrets.insert("PRIVATE KEY")
            let written = try said + files(of: home)
            #expect(secrets.count > 8)
            for secret in secrets where secret.count > 6 {
                #expect(!written.contains(secret), "\(secret.prefix(12))")
                #expect(!written.contains(secret.removingPercentEncoding ?? secret), "\(secret.prefix(12))")
            }
            #expect(drive.breaches.isEmpty, "\(drive.breaches)")
        }
    }
}
