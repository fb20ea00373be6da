import FakeDrive
import GoogleDrive
import Testing

/// The wire that tests of calls use.
func testWire(timeout: Duration = .seconds(20)) throws -> LiveWire {
    try LiveWire(LiveWire.Settings(variables: [:], timeout: timeout, agent: "workphotos/test"))
}

/// A Drive of somebody's, with a client that is signed in.
struct SignedInDrive {
    let drive: FakeDrive
    let anna: FakeAccount
    let registered: FakeClient
    let client: DriveClient

    /// Starts one, runs a body, and looks whether any rule was broken.
    ///
    /// - Parameters:
    ///   - scope: what the client may do.
    ///   - excused: the rules that the test itself has broken.
    ///   - body: what is done.
    /// - Throws: what it throws.
    static func run(
        scope: FakeScope = .file, excused: [Breach.Kind] = [], _ body: (SignedInDrive) async throws -> Void
    ) async throws {
        try await FakeDrive.run { drive in
            let anna = drive.makeAccount("anna@example.com", name: "Anna", storageLimit: 15_000_000_000)
            let registered = drive.makeClient(.desktop)
            let token = drive.makeToken(for: anna, client: registered, scope: scope)
            let client = DriveClient(
                endpoint: try WebAddress(drive.address), wire: try testWire(), tokens: GivenTokens(token))
            try await body(SignedInDrive(drive: drive, anna: anna, registered: registered, client: client))
            #expect(drive.breaches.allSatisfy { excused.contains($0.kind) }, "\(drive.breaches)")
        }
    }

    /// Begins an upload of a new file.
    func start(_ name: String, size: Int64) async throws -> UploadSession {
        try await client.startUpload(try await new(name), size: size)
    }

    /// What a new file is to be, with an id of Drive's.
    func new(_ name: String, in parent: String = "root") async throws -> FileChange {
        var file = FileChange()
        file.id = try await client.generateIDs(1)[0]
        (file.name, file.parents, file.mimeType) = (name, [parent], "image/jpeg")
        return file
    }
}

/// Bytes that tell where they are from.
func patternByte(at offset: Int64) -> UInt8 { UInt8(truncatingIfNeeded: offset &* 31 &+ offset / 251) }

/// Reads such bytes.
let readPattern: BlockSource.Read = { offset, block in
    for place in 0..<block.count { unsafe block[place] = patternByte(at: offset + Int64(place)) }
    return block.count
}

/// Expects an error of a kind.
///
/// - Returns: the error.
@discardableResult
func expectDriveError(
    _ kind: DriveError.Kind, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async -> DriveError? {
    let error = await #expect(throws: DriveError.self, sourceLocation: sourceLocation) { try await body() }
    #expect(error?.kind == kind, "\(error?.message ?? "")", sourceLocation: sourceLocation)
    return error
}
