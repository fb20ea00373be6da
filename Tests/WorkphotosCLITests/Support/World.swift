import Foundation
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosCLI
import WorkphotosTestSupport

/// The outcome of a run, compared as one value.
struct Outcome: Equatable {
    var exit: Int32
    var output = ""
    var notes = ""
}

/// A temporary home with a library, in which commands run as if typed.
///
/// The library is in `photos` below the tree; index, fences and configuration are in the XDG directories. The clock is
/// two hours ahead, so that no file is too recent to be trusted.
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
    /// Opens pages in the browser; by default opening one is an error.
    var openPage = noPage
    /// The user's crontab.
    var crontab: String?
    let credentials = FakeCredentials()
    /// Makes what signs in to Google; by default signing in is an error.
    var googleSignIn: GoogleSignInMaker = noGoogleSignIn
    /// Makes the services that commands send to; by default making one is an error.
    var uploadService = noUploadService
    /// The kinds of destinations; by default those of the program, by name.
    var destinationKinds: DestinationKinds?
    /// Makes the services that remove files from the library; by default removing a file is an error.
    var trashService: @Sendable (RemovalWay) -> any TrashService = { _ in FakeTrashService(in: nil) }
    /// Whether nobody reads standard output.
    var closesOutput = false

    init() throws {
        tree = try TemporaryTree(inMemory: true)
        variables = ["HOME": tree.path.string, "XDG_DATA_DIRS": tree.path("share").string]
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

    /// Types a command line. Every command that it tells users to type next must be valid.
    func type(_ arguments: [String]) async -> Outcome {
        let console = RecordingConsole(input: input, terminals: terminals, width: width)
        if closesOutput { console.close() }
        let code = await Workphotos.run(arguments, console: console) { environment(console) }
        let outcome = Outcome(
            exit: code, output: String(decoding: console.output, as: UTF8.self), notes: console.notes)
        for line in TypedLine.next(of: outcome) where await !TypedLine(line).isValid() {
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

    /// The names of the photos in the library.
    var names: [String] {
        get throws {
            try tree.snapshot().keys.filter { $0.hasPrefix("photos/") }.map { String($0.dropFirst(7)) }.sorted()
        }
    }

    /// The world in which a command runs that prints to a console.
    func environment(_ console: RecordingConsole) -> PhotoPipeline.Environment {
        .test(
            owner: owner, variables: variables, currentDirectory: tree.path, console: console, clock: clock,
            progress: progress, interruption: interruption, confirmation: confirmation,
            destinationKinds: destinationKinds, uploadService: uploadService, trashService: trashService,
            credentials: credentials, googleSignIn: googleSignIn, notifier: notifier, openPage: openPage,
            crontab: crontab)
    }
}

/// Parts that several scenes share.
extension World {
    /// The marker of ``addNAS()``.
    static let marker = "0123456789abcdef0123456789abcdef"

    /// The spec of ``addNAS()``.
    var nas: String { "folder:\(tree.path("nas").string)" }

    /// A scanned library of two photos, `a.jpg` from the office and `home.jpg`.
    static func withOfficeAndHome() async throws -> World {
        let world = try World()
        try world.add("a.jpg")
        try world.add("home.jpg", TestPhoto(at: Place.home, taken: "2026:05:04 20:00:00"))
        await world.addOffice()
        await world.run("scan", world.library)
        return world
    }

    /// Draws a work fence of 150 m around the office. Makes the index if there is none, as the command would.
    func addOffice() async {
        if !tree.exists(index) { try? tree.writeNewIndex(index, owner: owner) }
        await run("fence", "add", "Office", "--at", "52.52,13.405", "--radius", "150m")
    }

    /// Makes the directory `nas`, and a service in memory that every destination gets.
    func addNAS() throws -> FakeUploadService {
        let service = FakeUploadService(marker: DestinationMarker(Self.marker))
        uploadService = { _ in service }
        try tree.makeDirectory("nas")
        return service
    }

    /// Makes the directory `trash`, for files that leave the library in either way.
    func addTrash() throws -> FakeTrashService {
        try tree.makeDirectory("trash")
        let trash = FakeTrashService(in: tree.path("trash"))
        let permanent = FakeTrashService(in: tree.path("trash"), isPermanent: true)
        trashService = { $0 == .trash ? trash : permanent }
        return trash
    }

    /// Removes the index and its log.
    func removeIndex() {
        for ending in ["", "-wal", "-shm"] { try? tree.remove(FilePath(index.string + ending)) }
    }
}

/// Places of photos in tests.
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

    init(members: [String: Any]) { self.members = members }

    init(_ data: Data) throws {
        members = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    }

    subscript(key: String) -> String? { members[key] as? String }

    subscript(number key: String) -> Double? { (members[key] as? NSNumber)?.doubleValue }
}
