import FakeDrive
import Testing

/// A fake Drive with an account, one of its clients, and a token of the scope `drive.file`.
struct FakeDriveWorld {
    static let calls = "/drive/v3/files"
    static let uploads = "/upload/drive/v3/files"
    /// The parameters of every call.
    static let usual = "fields=*&supportsAllDrives=true"

    let drive: FakeDrive
    let anna: FakeAccount
    let client: FakeClient
    /// With the token.
    let http: TestClient

    /// Makes a desk, passes it to `body`, and stops it.
    ///
    /// - Parameters:
    ///   - storageLimit: what the account may store, in bytes.
    ///   - breaches: the kinds of breaches that there are at the end.
    ///   - body: what is done at it.
    /// - Throws: what the body throws.
    static func run(
        storageLimit: Int? = nil, breaches: Set<Breach.Kind> = [], _ body: (FakeDriveWorld) async throws -> Void
    ) async throws {
        var settings = FakeDrive.Settings()
        // Time passes only if a test advances it, however busy the machine is.
        settings.now = { 1_780_000_000 }
        try await FakeDrive.run(settings) { drive in
            let anna = drive.makeAccount("anna@example.com", storageLimit: storageLimit)
            let client = drive.makeClient()
            let file = drive.makeToken(for: anna, client: client, scope: .file)
            try await body(
                FakeDriveWorld(
                    drive: drive, anna: anna, client: client, http: TestClient(drive.address, token: file)))
            #expect(Set(drive.breaches.map(\.kind)) == breaches)
        }
    }

    /// Makes a file by one request of metadata and one of content.
    func upload(_ bytes: [UInt8], _ metadata: JSON = [:]) async throws -> TestClient.Reply {
        let session = try await begin(metadata)
        return try await http.send("PUT", session, [:], bytes)
    }

    /// Begins a resumable upload.
    ///
    /// - Returns: the session's address.
    func begin(_ metadata: JSON = [:]) async throws -> String {
        let reply = try await http.send("POST", "\(Self.uploads)?uploadType=resumable&\(Self.usual)", json: metadata)
        return try #require(reply.headers["location"], "\(reply.text)")
    }

    /// An id from generateIds.
    func newID() async throws -> String {
        let reply = try await http.send("GET", "\(Self.calls)/generateIds?count=1&fields=ids")
        return try #require(reply.json["ids"]?.elements.first?.string)
    }

    /// The names in a list.
    func list() async throws -> [String] {
        let reply = try await http.send("GET", "\(Self.calls)?\(Self.usual)")
        return (reply.json["files"]?.elements ?? []).compactMap { $0["name"]?.string }
    }
}
