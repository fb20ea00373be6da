import Foundation
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosCLI
import WorkphotosTestSupport

/// What a run came to: compared as one value.
struct Outcome: Equatable {
    var exit: Int32
    var output = ""
    var notes = ""
}

/// A home of its own with a library in it, in which commands run as if typed.
///
/// The library lies in `photos` below the tree; index, fences and configuration are where XDG puts them. The clock
/// stands two hours after now, so that no file is too young to be believed.
final class World {
    let tree: TemporaryTree
    let clock = SteppingClock(now: Int64(Date().timeIntervalSince1970 + 7_200) * 1_000_000_000)
    let progress = RecordingProgress()
    var variables: [String: String]
    var interruption = TestInterruption()
    var terminals: Set<ConsoleStream> = []
    /// The columns of a terminal.
    var width = 100
    var owner = "tests of the command line"
    var input: [UInt8]?
    var confirmation = TypedAnswers()
    var notifier = FakeNotifier()
    /// The user's own table of cron's.
    var crontab: String?
    let credentials = FakeCredentials()
    /// Makes what signs in to Google; a test that says nothing expects nobody to.
    var googleSignIn: GoogleSignInMaker = noGoogleSignIn
    /// Makes the services that commands send to; a test that says nothing expects none to be made.
    var uploadService = noUploadService
    /// The kinds of destinations that there are; the program's by name where a test says nothing.
    var destinationKinds: DestinationKinds?
    /// Makes the services that files leave the library by; a test that says nothing expects that nothing does.
    var trashService: @Sendable (RemovalWay) -> any TrashService = { _ in FakeTrashService(in: nil) }
    /// Whether nobody reads standard output.
    var closesOutput = false

    init() throws {
        tree = try TemporaryTree(inMemory: true)
        variables = ["HOME": tree.path.string]
        try tree.makeDirectory("photos")
    }

    /// The library's path as text.
    var library: String { tree.path.appending("photos").string }

    /// The fences file, below the tree.
    let fences: FilePath = ".config/workphotos/fences.geojson"

    /// The configuration, below the tree.
    let configuration: FilePath = ".config/workphotos/config.toml"

    /// The index, below the tree.
    let index: FilePath = ".local/state/workphotos/index.sqlite"

    /// Puts a photo into the library.
    func add(_ name: String, _ photo: TestPhoto = TestPhoto(at: Place.office, taken: "2026:05:04 10:00:00")) throws {
        try tree.write(FilePath("photos/\(name)"), photo.bytes)
    }

    /// Types a command line.
    @discardableResult
    func run(_ arguments: String...) async -> Outcome {
        await type(arguments)
    }

    /// Types `list` with more arguments.
    func list(_ arguments: [String]) async -> Outcome {
        await type(["list"] + arguments)
    }

    /// Types a command line. What it tells people to type next has to be a command that there is.
    func type(_ arguments: [String]) async -> Outcome {
        let console = RecordingConsole(input: input, terminals: terminals, width: width)
        if closesOutput { console.close() }
        let code = await Workphotos.run(arguments, console: console) { environment(console) }
        let outcome = Outcome(
            exit: code, output: String(decoding: console.output, as: UTF8.self), notes: console.notes)
        for line in TypedLine.next(of: outcome) where (try? await TypedLine(line).isValid()) != true {
            Issue.record("cannot be typed: \(line)")
        }
        return outcome
    }

    /// Types a command line with `--json`, for the objects it prints.
    func objects(_ arguments: String...) async throws -> [JSONObject] {
        let console = RecordingConsole(input: input)
        _ = await Workphotos.run(arguments + ["--json"], console: console) { environment(console) }
        return try console.output.split(separator: 0x0A).map { try JSONObject(Data($0)) }
    }

    private func environment(_ console: RecordingConsole) -> PhotoPipeline.Environment {
        .test(
            owner: owner, variables: variables, currentDirectory: tree.path, console: console, clock: clock,
            progress: progress, interruption: interruption, confirmation: confirmation,
            destinationKinds: destinationKinds, uploadService: uploadService, trashService: trashService,
            credentials: credentials, googleSignIn: googleSignIn, notifier: notifier, crontab: crontab)
    }
}

/// Places that tests photograph.
enum Place {
    static let office = (latitude: 52.52, longitude: 13.405)
    /// 500 m north of the office.
    static let cafe = (latitude: 52.5245, longitude: 13.405)
    static let home = (latitude: 52.487, longitude: 13.425)
    static let beach = (latitude: -33.8908, longitude: 151.2743)
}

/// One JSON line that was printed.
struct JSONObject {
    let members: [String: Any]

    init(_ data: Data) throws {
        members = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    }

    subscript(key: String) -> String? { members[key] as? String }

    subscript(number key: String) -> Double? { (members[key] as? NSNumber)?.doubleValue }
}
