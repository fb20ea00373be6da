import FakeDrive
import Foundation
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A home whose work photos are uploaded to somebody's Drive.
struct SharedScene {
    let home: WorkHome
    let drive: FakeDrive
    let anna: FakeAccount
    var program: Program { home.program }

    init(_ drive: FakeDrive, photos: Int) throws {
        self.drive = drive
        home = try WorkHome(photos: photos, configuration: "[google]\napi-endpoint = \"\(drive.address)\"\n")
        anna = drive.makeAccount("anna@example.com")
        let client = drive.makeClient(.desktop)
        let now = Int64(Date().timeIntervalSince1970) * 1_000_000_000
        let secret = """
            {"version": 1, "accessToken": "\(drive.makeToken(for: anna, client: client, scope: .file))",
             "accessEnds": \(now + 3_000_000_000_000), "signedIn": \(now),
             "scopes": ["https://www.googleapis.com/auth/drive.file"],
             "user": {"client": "\(client.id)", "secret": "\(client.secret)",
                      "authorizeAddress": "\(drive.address)/o/oauth2/v2/auth",
                      "tokenAddress": "\(drive.address)/token",
                      "refreshToken": "\(drive.makeRefreshToken(for: anna, client: client, scope: .file))"}}
            """
        let directory = Home.index.removingLastComponent().appending("credentials")
        try home.home.tree.write(directory.appending("google"), Array(secret.utf8))
        try home.home.tree.setPermissions(directory.appending("google"), [.ownerReadWrite])
        try home.home.tree.setPermissions(directory, [.ownerReadWriteExecute])
        try #require(program.run("destination", "add", "drive", "drive:Work").exit == 0)
        try #require(program.run("upload", "--to", "drive").exit == 0)
    }

    /// The id of a copy.
    func id(_ name: String) throws -> String { try #require(drive.files.first { $0.name == name }?.id) }

    /// Who sees a copy besides its owner.
    func audience(_ name: String) throws -> [String] {
        drive.permissions(of: try id(name)).map { $0.emailAddress ?? $0.type }
    }

    func photo(_ name: String) -> String { "\(home.home.library)/\(name)" }

    /// Makes one, runs a body, and looks whether any rule of Drive's was broken.
    static func run(photos: Int, _ body: (SharedScene) async throws -> Void) async throws {
        try await FakeDrive.run { drive in
            try await body(SharedScene(drive, photos: photos))
            #expect(drive.breaches.isEmpty, "\(drive.breaches)")
        }
    }
}
