import FakeDrive
import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A folder of somebody's Drive, as a world for the contract.
struct DriveWorld: UploadWorld {
    let drive: FakeDrive
    let anna: FakeAccount
    let registered: FakeClient
    let credentials = FakeCredentials()
    let library: TemporaryTree
    let service: any UploadService
    private let kind: DriveKind
    private let spec: DestinationSpec
    private let settings: DestinationSettings
    /// The folder that is there at first; nil for none.
    let top: String

    /// Starts a Drive with an empty folder, runs a body, and looks whether any rule was broken.
    ///
    /// - Parameters:
    ///   - excused: the rules that the test itself has broken.
    ///   - place: the destination, `drive:` left out; its folder is there where it is `Work`.
    ///   - scope: what the sign-in is for.
    ///   - body: what is done.
    /// - Throws: what it throws.
    static func run(
        excused: [Breach.Kind] = [], at place: String = "Work", scope: FakeScope = .file,
        _ body: (DriveWorld) async throws -> Void
    ) async throws {
        try await FakeDrive.run { drive in
            let world = try DriveWorld(drive, at: place, scope: scope)
            try await body(world)
            #expect(drive.breaches.allSatisfy { excused.contains($0.kind) }, "\(drive.breaches)")
        }
    }

    init(_ drive: FakeDrive, at place: String = "Work", scope: FakeScope = .file) throws {
        self.drive = drive
        anna = drive.makeAccount("anna@example.com", storageLimit: 15_000_000_000)
        registered = drive.makeClient(.desktop)
        library = try TemporaryTree()
        try Self.signIn(anna, registered, drive, scope, credentials)
        top = drive.makeFolder("Work", owner: anna, client: registered)
        kind = DriveKind(
            credentials: credentials, clock: SystemClock(), random: { .random(in: .min ... .max) }, note: { _ in })
        spec = DestinationSpec(kind: "drive", place: place)
        var settings = DestinationSettings(variables: [:])
        // A busy machine may answer late, and the client is right to ask again after that.
        settings.tables["drive"] = ["api-endpoint": .text(drive.address), "timeout": .duration(.seconds(300))]
        self.settings = settings
        service = try kind.service(for: spec, settings: settings)
    }

    /// Keeps a sign-in, as the program does after the browser came back.
    private static func signIn(
        _ account: FakeAccount, _ client: FakeClient, _ drive: FakeDrive, _ scope: FakeScope,
        _ credentials: FakeCredentials
    ) throws {
        let text = """
            {"version": 1, "accessToken": "\(drive.makeToken(for: account, client: client, scope: scope))",
             "accessEnds": \(SystemClock().now + 3_000_000_000_000), "signedIn": \(SystemClock().now),
             "scopes": ["https://www.googleapis.com/auth/\(scope == .file ? "drive.file" : "drive")"],
             "user": {"client": "\(client.id)", "secret": "\(client.secret)",
                      "authorizeAddress": "\(drive.address)/o/oauth2/v2/auth", "tokenAddress": "\(drive.address)/token",
                      "refreshToken": "\(drive.makeRefreshToken(for: account, client: client, scope: scope))"}}
            """
        try credentials.save(Secret(Array(text.utf8)), as: "google")
    }

    /// What sends to another folder of the same account.
    func service(at place: String) throws(UploadError) -> any UploadService {
        try kind.service(for: DestinationSpec(kind: "drive", place: place), settings: settings)
    }

    func another() -> any UploadService {
        // The same spec as a moment ago.
        // swift-format-ignore: NeverUseForceTry
        try! kind.service(for: spec, settings: settings)
    }

    /// The folder at the end of some names, made where it is not there.
    func folder(_ names: [String]) -> String {
        names.reduce(top) { parent, name in
            drive.files.first { $0.name == name && $0.parents == [parent] && $0.isFolder && !$0.trashed }?.id
                ?? drive.makeFolder(name, in: parent, owner: anna, client: registered)
        }
    }

    /// The file at a target; nil where none is there.
    func file(at target: FilePath) -> FakeFile? {
        var parent = top
        for name in target.components.map(\.string) {
            guard
                let child = drive.files.first(where: { $0.name == name && $0.parents == [parent] && !$0.trashed })
            else { return nil }
            if !child.isFolder { return child }
            parent = child.id
        }
        return nil
    }

    func place(_ bytes: [UInt8], at target: FilePath) throws {
        if let there = file(at: target) { return drive.replace(there.id, bytes) }
        let names = target.components.map(\.string)
        drive.put(
            names.last ?? "", bytes, in: folder(Array(names.dropLast())), owner: anna, client: registered)
    }

    func placeOther(at target: FilePath) throws { _ = folder(target.components.map(\.string)) }

    func bytes(at target: FilePath) throws -> [UInt8]? { file(at: target).flatMap { drive.content(of: $0.id) } }

    func modified(at target: FilePath) throws -> Int64? { nil }

    /// The files of the program's own that are not in the trash.
    func leftovers() throws -> Int {
        drive.files.count { $0.name.hasPrefix(".workphotos-") && $0.name != ".workphotos-destination" && !$0.trashed }
    }

    func setReceipts(_ bytes: [UInt8]) throws {}

    func goAway() throws { drive.trash(top) }

    var goesOn: Bool { true }

    /// The copies that are there, by what is noted beside them.
    var copies: [FakeFile] {
        drive.files.filter { $0.appProperties[registered.id]?["wpSha256"] != nil && !$0.trashed }
    }
}
