import PhotoIndex
import PhotoModel
import PhotoPipeline
import Synchronization
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A library of small work photos, the index that knows them, and two destinations in memory, `nas` and `attic`.
struct UploadScene {
    let tree: TemporaryTree
    /// The fences, as a person edits them.
    let store: FenceStore
    /// The rules at the start.
    let rules: JudgingRules
    let clock = SteppingClock(now: 2_000_000_000_000_000_000)
    let progress = RecordingProgress()
    let interruption = TestInterruption()
    let nas = FakeUploadService(marker: DestinationMarker(random: 1, 1))
    let attic = FakeUploadService(marker: DestinationMarker(random: 2, 2))
    /// The number of destinations that must have each file before it is removed.
    var require = 1
    /// How files leave the library; set only by tests that remove.
    var trashService: @Sendable (RemovalWay) -> any TrashService = { _ in FakeTrashService(in: nil) }

    /// - Parameter names: what lies in the library: photos at the office of other bytes each, and sidecars.
    /// - Throws: where the library cannot be written or scanned.
    init(_ names: FilePath...) async throws {
        try await self.init(names)
    }

    /// - Parameter names: as above.
    /// - Throws: as above.
    init(_ names: [FilePath]) async throws {
        tree = try TemporaryTree(inMemory: true)
        let center = try #require(Coordinate(latitude: 52.52, longitude: 13.405))
        store = FenceStore(path: tree.path("fences.geojson"))
        let office = Fence(name: "Office", kind: .work, shape: .circle(center: center, radius: 150))
        _ = try store.change { try $0.adding(office) }
        rules = try Self.rules(store)
        for (number, name) in names.enumerated() { try write(name, UInt8(number)) }
        try tree.writeNewIndex("index.sqlite", owner: "tests")
        try await scan()
        let index = try PhotoIndex.open(forWritingAt: path, owner: "tests")
        for (name, high) in [("nas", 1), ("attic", 2)] as [(String, UInt64)] {
            _ = try index.addDestination(
                name: name, spec: "drive:\(name)", marker: DestinationMarker(random: high, high))
        }
    }

    /// The rules by the fences as they are now.
    static func rules(_ store: FenceStore) throws -> JudgingRules {
        try JudgingRules(
            fences: try store.load(), settings: JudgingSettings(triage: TriageSettings(), zones: TimeZoneFiles()))
    }

    private var path: FilePath { tree.path("index.sqlite") }

    var places: DestinationPlaces { DestinationPlaces(configured: [], require: require) { FilePath($0) } }

    /// The index, for reading.
    var index: PhotoIndex { get throws { try PhotoIndex.open(forReadingAt: path, owner: "tests") } }

    /// The index as a run opens it.
    var writableIndex: PhotoIndex { get throws { try PhotoIndex.open(forWritingAt: path, owner: "tests") } }

    /// Writes a file of the library; the number makes its bytes unique.
    func write(_ name: FilePath, _ number: UInt8) throws {
        var photo = TestPhoto(at: (52.52, 13.405), taken: "2026:05:04 10:00:00")
        photo.tail = [number]
        let bytes = name.extension == "xmp" ? XMPPacket(elements: "<!-- \(number) -->").bytes : photo.bytes
        try tree.write(file(name), bytes)
    }

    /// A file of the library, below the tree.
    func file(_ name: FilePath) -> FilePath { FilePath("photos").appending(name.components) }

    /// The bytes of a file of the library.
    func bytes(_ name: FilePath) throws -> [UInt8] { try tree.read(file(name)) }

    /// The target of a file of the library.
    static func target(_ name: FilePath) -> FilePath { FilePath("Office/2026/2026-05-04").appending(name.components) }

    @discardableResult
    func scan(_ directory: FilePath = "photos", acceptsMissing: Bool = false) async throws -> ScanSummary {
        try await tree.scan(by: { rules }, in: environment, for: places) {
            $0.acceptsMissing = acceptsMissing
            $0.directories = [tree.path(directory)]
        } report: {
            if !acceptsMissing { Issue.record("\($0)") }
        }
    }

    /// Marks a photo.
    func mark(_ name: FilePath, _ mark: Mark) throws {
        try record(.mark(mark), of: name)
    }

    /// Records a decision about a file.
    func record(_ said: UserDecision, of name: FilePath) throws {
        let word = try DecisionOnFiles(
            index: path, isDryRun: false, rules: { rules }, environment: environment,
            progress: HiddenProgress(), report: { Issue.record("\($0)") })
        _ = try word.record(said, of: [tree.path(file(name))], hashed: nil, by: "mark") { _, _ in }
    }

    /// The environment of a scan and an upload.
    var environment: PhotoPipeline.Environment {
        .test(
            currentDirectory: "/", clock: clock, interruption: interruption,
            uploadService: { [nas, attic] (spec: DestinationSpec) throws(UploadError) in
                switch spec.text {
                case "drive:nas": nas
                case "drive:attic": attic
                default: throw UploadError(.unavailable, "no such service")
                }
            }, trashService: trashService)
    }

    /// Uploads, one group at a time by default.
    func upload(
        _ origin: PlanOrigin = .selection(PhotoSelection()), _ mode: PlanMode = .carryOut,
        to: String? = nil, change: (inout UploadSettings) -> Void = { _ in }
    ) async throws -> UploadOutcome {
        var settings = UploadSettings()
        settings.parallel = 1
        change(&settings)
        let request = DestinationRequest(to: to, standard: ["nas"], configured: [], creation: .never) { FilePath($0) }
        let act = UploadAct(origin: origin, request: request, parallel: settings.parallel) { [settings] _ in settings }
        let run = ActionRun(
            .upload(act), mode: mode, index: path, rules: { [store] in try Self.rules(store) },
            places: places, wait: .zero)
        let shown = Mutex<[Action]>([])
        let details = Mutex<[String]>([])
        let notes = Mutex<[String]>([])
        let summary = try await run.run(in: environment, progress: progress) { action, detail in
            shown.withLock { $0.append(action) }
            if let detail { details.withLock { $0.append(detail) } }
        } note: { note in
            notes.withLock { $0.append("\(note)") }
        }
        return UploadOutcome(
            summary: summary, actions: shown.withLock { $0 }, details: details.withLock { $0 },
            notes: notes.withLock { $0 })
    }
}

struct UploadOutcome: Sendable {
    let summary: ActionSummary
    let actions: [Action]
    /// The causes in words.
    var details: [String] = []
    let notes: [String]

    /// The state of each group by its leader's name: `done`, `failed full`.
    var states: [String: String] {
        Dictionary(
            uniqueKeysWithValues: actions.map { action in
                let name = action.members.first?.path.lastComponent?.string ?? ""
                return (
                    name, ([action.state.rawValue] + [action.why?.rawValue].compactMap(\.self)).joined(separator: " ")
                )
            })
    }
}

extension UploadScene {
    /// The targets of the receipts that count, by name.
    var receipts: [String] {
        get throws {
            var targets: [String] = []
            try index.receipts(destination: nil) { stored in
                if stored.failedAt == nil { targets.append(stored.receipt.target.path.lastComponent?.string ?? "") }
                return true
            }
            return targets
        }
    }

    /// Prepares the upload of a file of an action.
    func prepare(_ member: Action.Member) async throws -> TicketedUpload {
        let target = try #require(member.target)
        return try await nas.prepare(
            PlannedCopy(target: target.path, size: member.fingerprint.size, modified: member.fingerprint.modified))
    }

    /// The names at a destination.
    func stored(_ service: FakeUploadService? = nil) -> [String] {
        (service ?? nas).entries.keys.compactMap(\.lastComponent?.string).sorted()
    }
}

extension FakeUploadService {
    /// The calls about files, in the form `send a.jpg`.
    var words: [String] { self.calls.compactMap(\.words) }
}

extension UploadCall {
    fileprivate var words: String? {
        func name(_ target: FilePath) -> String { target.lastComponent?.string ?? "" }
        return switch self {
        case .prepare(let target): "prepare \(name(target))"
        case .send(_, let upload, _): "send \(name(upload.target.path))"
        case .finish(let sent): "finish \(sent.map { name($0.upload.target.path) }.joined(separator: " "))"
        case .look(let target): "look \(name(target))"
        case .discard(let upload, _): "discard \(name(upload.target.path))"
        case .addReceipts: "addReceipts"
        case .closeReceipts: "closeReceipts"
        case .marker, .makeDestination, .surroundings, .stamp, .size, .fetch, .receiptParts, .receipts, .share, .stop,
            .takeBack, .takeOut:
            nil
        }
    }
}
