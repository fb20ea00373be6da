internal import Crypto
package import FakeDrive
internal import Foundation
internal import Glibc
internal import SystemPackage
package import WorkphotosTestSupport

/// A home directory with a library and a sign-in, a second machine with the same library, and a Google Drive.
package struct DriveScene: Sendable {
    /// The home directories, and the library `photos`.
    package let tree: TemporaryTree
    /// The Google Drive.
    package let drive: FakeDrive
    /// The client that the program is signed in with.
    package let client: FakeClient
    /// The program with the first home directory.
    package let program: Program
    /// The second machine: another index with the same library and sign-in.
    package let second: Program
    /// The library's work files that are uploaded.
    static let work = LibraryPhotos.files.filter { $0.verdict == .work && $0.isSent }

    /// Scans the library on both machines, and makes a folder the destination `drive`.
    ///
    /// - Parameters:
    ///   - drive: an unused Drive.
    ///   - timeout: how long the program waits for Drive, as in its configuration.
    package init(_ drive: FakeDrive, program path: String = Program.built, timeout: String = "2s") throws {
        self.drive = drive
        tree = try TemporaryTree(inMemory: true)
        let anna = drive.makeAccount("anna@example.com")
        client = drive.makeClient(.desktop)
        for file in LibraryPhotos.files { try tree.write(FilePath("photos/" + file.path), file.bytes) }
        let configuration = """
            [google]
            api-endpoint = "\(drive.address)"
            timeout = "\(timeout)"
            [upload]
            settle = "0s"
            """
        for home in ["one", "two"] {
            let secrets = FilePath("\(home)/.local/state/workphotos/credentials/google")
            try tree.write(FilePath("\(home)/.config/workphotos/config.toml"), Array(configuration.utf8))
            try tree.write(secrets, Array(Self.signIn(anna, client, drive).utf8))
            try tree.setPermissions(secrets, [.ownerReadWrite])
            for directory in [".local/state/workphotos", ".local/state/workphotos/credentials"] {
                try tree.setPermissions(FilePath("\(home)/\(directory)"), [.ownerReadWriteExecute])
            }
        }
        program = Program(path: path, home: tree.path("one").string)
        second = Program(path: path, home: tree.path("two").string)
        for program in [program, second] { try Self.prepare(program, tree.path("photos").string) }
    }

    private static func prepare(_ program: Program, _ library: String) throws {
        let office = "\(LibraryPhotos.office.latitude),\(LibraryPhotos.office.longitude)"
        try expect(program.run("fence", "add", "Office", "--at", office, "--radius", "150m"))
        try expect(program.run("scan", library))
        try expect(program.run("destination", "add", "drive", "drive:Work/Photos"))
    }

    private struct SetUpError: Error, CustomStringConvertible {
        let description: String
    }

    private static func expect(_ outcome: Outcome) throws {
        if outcome.exit != 0 { throw SetUpError(description: "set-up ended with \(outcome.exit): \(outcome.notes)") }
    }

    /// A sign-in in the program's format.
    private static func signIn(_ account: FakeAccount, _ client: FakeClient, _ drive: FakeDrive) -> String {
        let now = Int64(Date().timeIntervalSince1970) * 1_000_000_000
        return """
            {"version": 1, "accessToken": "\(drive.makeToken(for: account, client: client, scope: .file))",
             "accessEnds": \(now + 3_000_000_000_000), "signedIn": \(now),
             "scopes": ["https://www.googleapis.com/auth/drive.file"],
             "user": {"client": "\(client.id)", "secret": "\(client.secret)",
                      "authorizeAddress": "\(drive.address)/o/oauth2/v2/auth", "tokenAddress": "\(drive.address)/token",
                      "refreshToken": "\(drive.makeRefreshToken(for: account, client: client, scope: .file))"}}
            """
    }

    // MARK: - Acts

    /// Brings the library and Drive to the state in which an act begins.
    ///
    /// - Returns: the command, with the run to undo if the act is an undo.
    func prepare(_ act: DrivePoint.Act) throws -> [String] {
        let upload = ["upload", "--to", "drive"]
        if act == .upload || act == .twoMachines { return upload }
        try Self.expect(program.start(upload).wait())
        if act.isAboutSharing { return try prepareSharing(act) }
        let purge = ["purge", "--yes", "--max-delete", "100%"]
        if act == .purge { return purge }
        try Self.expect(program.start(purge).wait())
        let run = try Self.lastRun(program)
        try Self.expect(program.run("runs", "--empty-trash", run, "--yes"))
        return ["undo", run]
    }

    /// The people that photos are shared with.
    static let others = ["ben@example.com", "cleo@example.com"]

    private func prepareSharing(_ act: DrivePoint.Act) throws -> [String] {
        let share = ["share", "--yes"] + Self.others.flatMap { ["--with", $0] }
        if act == .share { return share }
        let album = share + ["--album", Self.album]
        if act == .album { return album }
        try Self.expect(program.start(act == .stop ? share : album).wait())
        return act == .stop ? ["share", "--stop"] : Self.albumRemoval
    }

    static let album = "Site"

    static let albumRemoval = ["share", "--stop", "--album", album, "--to", "drive", "--remove-copies", "--yes"]

    private struct RunLine: Decodable {
        let id: Int?
        let command: String?
    }

    private static func lastRun(_ program: Program) throws -> String {
        let lines = try program.run("runs", "--json").output.split(separator: "\n").compactMap {
            try? JSONDecoder().decode(RunLine.self, from: Data($0.utf8))
        }
        guard let run = lines.first(where: { $0.command == "purge" })?.id else {
            throw SetUpError(description: "there is no purge to take back")
        }
        return "\(run)"
    }

    /// The number of requests of an undisturbed command.
    static func requests(of act: DrivePoint.Act, program: String) async throws -> Int {
        try await FakeDrive.run { drive in
            let scene = try DriveScene(drive, program: program)
            let command = try scene.prepare(act)
            let before = drive.requests.count
            try expect(scene.program.start(command).wait())
            return drive.requests.count - before
        }
    }

    // MARK: - Contents

    /// The number of copies by SHA-256.
    func copies() -> [String: Int] {
        drive.files.filter { !$0.isFolder && !$0.trashed && !$0.name.hasPrefix(".workphotos-") }
            .reduce(into: [:]) { $0[$1.sha256 ?? "", default: 0] += 1 }
    }

    /// The number of files by SHA-256, in the library and in the whole tree.
    func contents() throws -> (library: [String: Int], all: [String: Int]) {
        var (library, all): ([String: Int], [String: Int]) = ([:], [:])
        for (path, bytes) in try tree.snapshot() {
            let hash = Self.hash(bytes)
            all[hash, default: 0] += 1
            let isNamed = LibraryPhotos.files.contains { path == "photos/" + $0.path }
            if isNamed { library[hash, default: 0] += 1 }
        }
        return (library, all)
    }

    /// SHA-256 in hexadecimal.
    static func hash(_ bytes: [UInt8]) -> String {
        SHA256.hash(data: bytes).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
