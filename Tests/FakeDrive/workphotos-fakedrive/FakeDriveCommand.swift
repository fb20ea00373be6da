import ArgumentParser
import FakeDrive
import Foundation
import Synchronization

/// Starts a fake of Google Drive for a shell script, a benchmark or a client in another language.
@main
struct FakeDriveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "workphotos-fakedrive",
        abstract: "Answer as Google Drive and Google's sign-in do, on a free port of 127.0.0.1.",
        discussion: """
            Prints one line of JSON: the address, an account, the id and secret of a desktop client, an access token with \
            the scope drive.file and one with drive. Ends when its standard input ends, or at SIGINT or SIGTERM. \
            `POST /control` takes commands, such as {"do":"breaches"}.
            """)

    @Option(help: "Write client.json, device.json and service-account.json into this directory.")
    var directory: String?

    @Flag(help: "Keep the checksums of contents only.")
    var hashesOnly = false

    @Option(help: "The checksums to compute, with commas between: md5, sha1, sha256.")
    var checksums = "md5,sha1,sha256"

    @Option(help: "The port to listen on; 0 is any that is free.")
    var port = 0

    mutating func validate() throws {
        for name in checksums.split(separator: ",") where Checksums.Kind(rawValue: String(name)) == nil {
            throw ValidationError("there is no checksum '\(name)'")
        }
    }

    func run() async throws {
        var settings = FakeDrive.Settings()
        settings.keepsContents = !hashesOnly
        settings.checksums = Set(checksums.split(separator: ",").compactMap { Checksums.Kind(rawValue: String($0)) })
        settings.answersControl = true
        settings.port = port
        try await FakeDrive.run(settings) { drive in
            try announce(drive)
            await Ending.wait()
        }
    }

    private func announce(_ drive: FakeDrive) throws {
        let anna = drive.makeAccount("anna@example.com", name: "Anna", storageLimit: nil)
        let client = drive.makeClient(.desktop)
        drive.consent = .allow(anna)
        drive.deviceConsent = .allow(anna, afterPolls: 1)
        if let directory {
            let files = [
                "client.json": client.file, "device.json": drive.makeClient(.device).file,
                "service-account.json": try drive.makeServiceAccount().file,
            ]
            for (name, text) in files {
                try Data(text.utf8).write(to: URL(fileURLWithPath: directory).appendingPathComponent(name))
            }
        }
        let line: JSON = [
            "address": .string(drive.address), "account": .string(anna.email), "clientId": .string(client.id),
            "clientSecret": .string(client.secret),
            "accessToken": .string(drive.makeToken(for: anna, client: client, scope: .file, lifetime: 86_400)),
            "driveToken": .string(drive.makeToken(for: anna, client: client, scope: .drive, lifetime: 86_400)),
        ]
        print(line.text)
        fflush(nil)
    }
}
