import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// What explanations, plans and counts say of random groups, which all ask the same rules.
struct RuleAgreementTests {
    /// A library of 16 groups, of which some were uploaded, held, marked, edited or given another file since.
    private struct RandomLibrary {
        let scene: PurgeScene
        let leaders: [FilePath] = (0..<16).map { FilePath("p\($0).jpg") }
        private(set) var settings = PurgeSettings()

        init(seed: UInt64) async throws {
            var random = SplitMix64(seed: seed)
            var names: [FilePath] = []
            for number in 0..<16 {
                names.append(FilePath("p\(number).jpg"))
                if Int.random(in: 0..<4, using: &random) == 0 { names.append(FilePath("p\(number).dng")) }
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
            for leader in leaders {
                // All this blocks a thread that other tests wait for.
                await Task.yield()
                switch Int.random(in: 0..<10, using: &random) {
                case 0: try scene.uploads.mark(leader, .personal)
                case 1: try scene.uploads.record(.hold(reason: "by hand"), of: leader)
                case 2: try scene.uploads.write(leader, 99)
                case 3: try scene.tree.remove(scene.uploads.file(names.last { $0.stem == leader.stem } ?? leader))
                case 4: try scene.uploads.write(FilePath("\(leader.stem ?? "")-edited.jpg"), 98)
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

        /// What a purge would do with each group: nothing for `planned`.
        func planned(_ settings: PurgeSettings) async throws -> [String: Action.Reason?] {
            let outcome = try await scene.purge(.selection(PhotoSelection()), .dryRun) { now in
                (now.require, now.verifiedFor, now.olderThan, now.keep) =
                    (settings.require, settings.verifiedFor, settings.olderThan, settings.keep)
            }
            return Dictionary(
                uniqueKeysWithValues: outcome.actions.map {
                    ($0.members.first?.path.lastComponent?.string ?? "", $0.why)
                })
        }
    }

    @Test(arguments: 0..<125 as Range<UInt64>)
    func `Why and a purge say the same of every photo`(seed: UInt64) async throws {
        let library = try await RandomLibrary(seed: seed)
        let planned = try await library.planned(library.settings)
        let why = try WhyWork(
            index: library.scene.tree.path("index.sqlite"), owner: "tests", rules: library.scene.uploads.rules,
            purge: library.settings, clock: library.scene.uploads.clock)
        for leader in library.leaders {
            await Task.yield()
            let path = library.scene.tree.path(library.scene.uploads.file(leader))
            guard case .success(let why) = try why.explain(path) else { continue }
            guard let reason = planned[leader.string] else {
                #expect(why.keeps.contains(.notWork) || why.standing != .indexed, "\(leader): \(why.keeps)")
                continue
            }
            if why.standing == .indexed {
                let keeps = why.keeps.map(\.rawValue)
                #expect(reason.map { keeps.contains($0.rawValue) } ?? keeps.isEmpty, "\(leader): \(keeps)")
            } else {
                #expect(why.keeps.contains(.changedSinceScan) && reason != nil, "\(leader): \(why.keeps)")
            }
        }
    }

    @Test(arguments: 0..<25 as Range<UInt64>)
    func `The status counts no fewer photos as reclaimable than a purge plans to remove`(seed: UInt64) async throws {
        let library = try await RandomLibrary(seed: seed)
        let planned = try await library.planned(PurgeSettings()).values.count { $0 == nil }
        #expect(try library.scene.uploads.index.status().reclaimable.photos >= planned)
    }
}
