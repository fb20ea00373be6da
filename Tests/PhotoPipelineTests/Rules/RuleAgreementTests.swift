import Glibc
import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// What explanations, plans and counts say of random groups, which all ask the same rules.
struct RuleAgreementTests {
    /// How an upload and a purge of everything were recorded before the library changed.
    enum Recording: CaseIterable {
        case staged, plan
    }

    /// A library of 16 groups, of which some were uploaded, taken back, held, marked, edited or given another file
    /// since.
    private struct RandomLibrary {
        let scene: PurgeScene
        let leaders: [FilePath] = (0..<16).map { FilePath("p\($0).jpg") }
        private(set) var settings = PurgeSettings()
        /// What uploads send beside photos.
        private(set) var sidecars: Set<SidecarFormat> = []
        private let recording: Recording?

        init(seed: UInt64, recording: Recording? = nil) async throws {
            self.recording = recording
            var random = SplitMix64(seed: seed)
            var names: [FilePath] = []
            for number in 0..<16 {
                names.append(FilePath("p\(number).jpg"))
                if Int.random(in: 0..<4, using: &random) == 0 { names.append(FilePath("p\(number)_edited.jpg")) }
                if Int.random(in: 0..<4, using: &random) == 0 { names.append(FilePath("p\(number).jpg.xmp")) }
            }
            scene = try await PurgeScene(names, uploading: false)
            for destination in ["nas", "attic"] {
                var selection = PhotoSelection()
                selection.paths = leaders.filter { _ in Bool.random(using: &random) }.map { leader in
                    Glob("*/\(leader.string)")
                }
                if selection.paths.isEmpty { continue }
                let sidecars = SidecarFormat.allCases.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
                _ = try await scene.uploads.upload(.selection(selection), to: destination) {
                    $0.sidecars = Set(sidecars)
                }
                scene.uploads.clock.advance(seconds: 3_600)
            }
            sidecars = Set(SidecarFormat.allCases.filter { _ in Int.random(in: 0..<4, using: &random) > 0 })
            if let recording { try await record(as: recording) }
            let unwanted = leaders.filter { _ in Int.random(in: 0..<8, using: &random) == 0 }
            if !unwanted.isEmpty { _ = try await scene.retract(unwanted, from: "nas") }
            for leader in leaders {
                // All this blocks a thread that other tests wait for.
                await Task.yield()
                let stem = leader.stem ?? ""
                let edit = FilePath("\(stem)_edited.jpg")
                switch Int.random(in: 0..<10, using: &random) {
                case 0: try scene.uploads.mark(leader, .personal)
                case 1: try scene.uploads.record(.hold(reason: "by hand"), of: leader)
                case 2: try scene.uploads.write(leader, 99)
                case 3: try scene.tree.remove(scene.uploads.file(names.contains(edit) ? edit : leader))
                case 4: try scene.uploads.write(FilePath("\(stem)-edited.jpg"), 98)
                default: break
                }
            }
            settings.require = Int.random(in: 1...2, using: &random)
            let waits: [Duration?] = [nil, .seconds(1), .seconds(5_400), .seconds(10_000)]
            settings.verifiedFor = waits.randomElement(using: &random) ?? nil
            let ages: [Duration?] = [nil, .seconds(1), .seconds(86_400 * 365 * 20)]
            settings.olderThan = ages.randomElement(using: &random) ?? nil
            if Bool.random(using: &random) { settings.keep = [Glob("*/p1*")] }
        }

        private func record(as recording: Recording) async throws {
            func mode(_ kind: Action.Kind) throws -> PlanMode {
                try recording == .staged ? .stage : .write(.file(OutputFile(file(kind), .plan)))
            }
            _ = try await scene.uploads.upload(.selection(PhotoSelection()), mode(.upload), to: "nas") {
                $0.sidecars = sidecars
            }
            _ = try await scene.purge(.selection(PhotoSelection()), mode(.purge))
        }

        /// The plan of an act.
        private func file(_ kind: Action.Kind) -> FilePath { scene.tree.path(FilePath("\(kind.rawValue).plan")) }

        /// What was recorded of an act; everything where nothing was.
        private func origin(_ kind: Action.Kind) throws -> PlanOrigin {
            switch recording {
            case nil: .selection(PhotoSelection())
            case .staged?: .staged(nil)
            case .plan?: .plan(try PlanFile(reading: file(kind), interruption: TestInterruption()))
            }
        }

        /// What a purge would do with each group: nothing for `planned`.
        func planned(_ settings: PurgeSettings) async throws -> [String: Action.Reason?] {
            let outcome = try await scene.purge(origin(.purge), .dryRun) { now in
                (now.require, now.verifiedFor, now.olderThan, now.keep) =
                    (settings.require, settings.verifiedFor, settings.olderThan, settings.keep)
            }
            return Self.reasons(outcome.actions)
        }

        /// Uploads, and tells why each group was not sent: nothing where it was.
        func sent() async throws -> [String: Action.Reason?] {
            Self.reasons(try await scene.uploads.upload(origin(.upload), to: "nas") { $0.sidecars = sidecars }.actions)
        }

        private static func reasons(_ actions: [Action]) -> [String: Action.Reason?] {
            Dictionary(
                uniqueKeysWithValues: actions.map { ($0.members.first?.path.lastComponent?.string ?? "", $0.why) })
        }

        /// What `why` says of each photo that can be read.
        func explained() async throws -> [String: Why] {
            var work = try WhyWork(
                index: scene.tree.path("index.sqlite"), owner: "tests", rules: scene.uploads.rules, purge: settings,
                clock: scene.uploads.clock)
            var found: [String: Why] = [:]
            for leader in leaders {
                await Task.yield()
                let explanation = try work.explain(scene.tree.path(scene.uploads.file(leader)))
                if case .success(let why) = explanation { found[leader.string] = why }
            }
            return found
        }

        /// Whether `why` shows that `nas` has everything of a group that is sent.
        func isAtNAS(_ why: Why) -> Bool {
            var there = Set(why.copiesBeside.filter { $0.destination == "nas" }.map(\.path))
            if why.photo.uploads.contains(where: { $0.destination == "nas" }) { there.insert(why.photo.path) }
            return why.photo.members.allSatisfy { member in
                there.contains(member.path) || member.role == .sidecar && !sidecars.contains(.xmp)
            }
        }
    }

    /// What `why` has against sending a photo to `nas`.
    private func objectionsToSending(_ why: Why) -> [Action.Reason] {
        let rules = GroupRule.all.filter { $0.acts.contains(.send) }.map(\.reason)
        return why.keeps.filter(rules.contains) + (why.heldFrom.contains("nas") ? [.heldFromDestination] : [])
    }

    /// Whether an act's reason for leaving a group, nil for none, is among what `why` has against it. A record differs
    /// from the disk where the scan does.
    private func isTold(_ reason: Action.Reason?, by objections: [Action.Reason]) -> Bool {
        switch reason {
        case nil: objections.isEmpty
        case .changedSincePlan: objections.contains(.changedSinceScan)
        case let reason?: objections.contains(reason)
        }
    }

    /// How many libraries `why` is compared on: as many as `make agreement` says, and fewer in each run of the tests.
    private static let libraries = unsafe getenv("LIBRARIES").flatMap { unsafe UInt64(String(cString: $0)) } ?? 130

    /// The seeds of so many of thirteen libraries.
    private static func seeds(_ share: UInt64) -> Range<UInt64> { 0..<(libraries * share + 12) / 13 }

    @Test(arguments: seeds(5))
    func `Why and a purge say the same of every photo`(seed: UInt64) async throws {
        let library = try await RandomLibrary(seed: seed)
        let planned = try await library.planned(library.settings)
        for (name, why) in try await library.explained() {
            guard let reason = planned[name] else {
                #expect(why.keeps.contains(.notWork) || why.standing != .indexed, "\(name): \(why.keeps)")
                continue
            }
            if why.standing == .indexed {
                #expect(isTold(reason, by: why.keeps), "\(name): \(why.keeps)")
            } else {
                #expect(why.keeps.contains(.changedSinceScan) && reason != nil, "\(name): \(why.keeps)")
            }
        }
    }

    @Test(arguments: seeds(4))
    func `Why and an upload say the same of every photo`(seed: UInt64) async throws {
        let library = try await RandomLibrary(seed: seed)
        let explained = try await library.explained()
        let sent = try await library.sent()
        for leader in library.leaders.map(\.string) {
            guard let why = explained[leader] else {
                #expect(sent[leader] != .some(nil), "\(leader) is gone")
                continue
            }
            let objections = objectionsToSending(why)
            guard let reason = sent[leader] else {
                // What all is there of is not looked at again.
                let isKnown = objections.contains(.notWork) || why.standing != .indexed || library.isAtNAS(why)
                #expect(isKnown, "\(leader): \(objections)")
                continue
            }
            #expect(isTold(reason, by: objections), "\(leader): \(reason?.rawValue ?? "sent"), \(objections)")
            #expect(!library.isAtNAS(why), "\(leader)")
        }
    }

    @Test(arguments: seeds(2), Recording.allCases)
    func `Why and what apply does with a record say the same of every photo`(
        seed: UInt64, recording: Recording
    ) async throws {
        let library = try await RandomLibrary(seed: seed, recording: recording)
        let explained = try await library.explained()
        let removed = try await library.planned(library.settings)
        let sent = try await library.sent()
        #expect(!removed.isEmpty && !sent.isEmpty)
        for leader in library.leaders.map(\.string) {
            guard let why = explained[leader] else {
                #expect(removed[leader] != .some(nil) && sent[leader] != .some(nil), "\(leader) is gone")
                continue
            }
            if let reason = removed[leader] {
                #expect(isTold(reason, by: why.keeps), "\(leader): \(reason?.rawValue ?? "removed"), \(why.keeps)")
            }
            if let reason = sent[leader] {
                let objections = objectionsToSending(why)
                #expect(isTold(reason, by: objections), "\(leader): \(reason?.rawValue ?? "sent"), \(objections)")
            }
        }
    }

    @Test(arguments: 0..<25 as Range<UInt64>)
    func `The status counts no fewer photos as reclaimable than a purge plans to remove`(seed: UInt64) async throws {
        let library = try await RandomLibrary(seed: seed)
        let planned = try await library.planned(PurgeSettings()).values.count { $0 == nil }
        #expect(try library.scene.uploads.index.status(unsentSidecars: [.takeout]).reclaimable.photos >= planned)
    }
}
