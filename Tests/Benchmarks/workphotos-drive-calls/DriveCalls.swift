import ArgumentParser
import GoogleDrive
import SystemPackage

/// Makes calls to Drive with the client of the room GoogleDrive for the benchmark, and prints their number.
@main struct DriveCalls: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "workphotos-drive-calls", abstract: "Make calls of Google Drive, to measure them.",
        subcommands: [About.self, Large.self, Small.self])

    /// The server that is called.
    struct Target: ParsableArguments {
        @Argument(help: "The address of the API.") var address: String
        @Argument(help: "An access token.") var token: String

        func client() throws -> DriveClient {
            let settings = try LiveWire.Settings(variables: [:], timeout: .seconds(60), agent: "workphotos-drive-calls")
            return DriveClient(
                endpoint: try WebAddress(address), wire: try LiveWire(settings),
                tokens: OneToken(text: HiddenText(token)))
        }
    }

    /// A single call.
    struct About: AsyncParsableCommand {
        @OptionGroup var target: Target

        mutating func run() async throws {
            _ = try await target.client().about()
            print(1)
        }
    }

    /// One file in one upload.
    struct Large: AsyncParsableCommand {
        @OptionGroup var target: Target
        @Argument(help: "The file.") var path: String

        mutating func run() async throws {
            let file = try FileDescriptor.open(FilePath(path), .readOnly)
            let size = try file.seek(offset: 0, from: .end)
            let client = try target.client()
            var new = FileChange()
            (new.id, new.name) = (try await client.generateIDs(1)[0], "large")
            let session = try await client.startUpload(new, size: size)
            let progress = try unsafe await client.send(session, from: 0) { offset, block in
                try unsafe file.read(fromAbsoluteOffset: offset, into: block)
            }
            guard case .done(let made) = progress, made.size == size else { throw ExitCode.failure }
            print(3)
        }
    }

    /// Many files of 4 KiB, eight at a time.
    struct Small: AsyncParsableCommand {
        @OptionGroup var target: Target
        @Argument(help: "How many; at most 1,000.") var count: Int

        mutating func run() async throws {
            let client = try target.client()
            let ids = try await client.generateIDs(count)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (place, id) in ids.enumerated() {
                    if place >= 8 { try await group.next() }
                    group.addTask { try await Self.upload(id, client) }
                }
                try await group.waitForAll()
            }
            print(1 + 2 * count)
        }

        private static func upload(_ id: String, _ client: DriveClient) async throws {
            var new = FileChange()
            (new.id, new.name) = (id, id)
            let session = try await client.startUpload(new, size: 4_096)
            let progress = try unsafe await client.send(session, from: 0) { _, block in
                unsafe block.initializeMemory(as: UInt8.self, repeating: 7)
                return block.count
            }
            guard case .done = progress else { throw ExitCode.failure }
        }
    }
}

/// Supplies the given token.
private struct OneToken: AccessTokenSource {
    let text: HiddenText

    func token() async throws(DriveError) -> HiddenText { text }

    func token(insteadOf refused: HiddenText) async throws(DriveError) -> HiddenText { text }
}
