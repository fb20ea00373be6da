internal import SystemPackage
internal import WorkphotosTestSupport

/// Chooses the points to strike from a recorded run.
struct PointChoice {
    /// Calls that may change something, grouped by name.
    private let sites: [[CallSite]]
    /// Calls that may fail, grouped by name.
    private let failing: [[CallSite]]
    /// The errors that each may fail with.
    private let errorNames: [CallSite: [String]]
    /// Reads and writes on connections.
    private let talking: Set<CallSite>
    /// Writes to the destination.
    private let losing: [CallSite]

    /// - Parameters:
    ///   - trace: the calls of an undisturbed run.
    ///   - world: the world of the run. Calls outside it are ignored, and calls that another thread reaches
    ///     first by number.
    init(_ trace: Trace, in world: World) {
        var isFirst: Set<CallSite> = []
        let own = trace.calls.filter { call in
            isFirst.insert(CallSite(call: call.name, count: call.count)).inserted
                && world.isAbout(call)
        }
        let writing = own.filter { call in
            guard WatchedCalls.writing.contains(call.name) else { return false }
            guard call.name.hasPrefix("open") else { return true }
            return ["O_CREAT", "O_WRONLY", "O_RDWR"].contains { call.text.contains($0) }
        }
        sites = Self.byCall(writing)
        talking = Set(
            own.filter { $0.isOnSocket && $0.name != "connect" }.map { CallSite(call: $0.name, count: $0.count) })
        errorNames = Dictionary(
            own.map { (CallSite(call: $0.name, count: $0.count), WatchedCalls.errors(of: $0)) },
            uniquingKeysWith: { $1 })
        failing = Self.byCall(own.filter { !WatchedCalls.errors(of: $0).isEmpty })
        let destination = world.path("backup").string
        losing = Self.byCall(own.filter { ["write", "pwrite64"].contains($0.name) && $0.isAbout(destination) }).flatMap
        { $0 }
    }

    /// All points at which a run can be killed.
    var kills: [Point] { sites.flatMap { $0 }.map { Point(site: $0, blow: .kill) } }

    /// Chooses points spread over calls and numbers: more than half are kills, then errors, attacks and losses.
    func points(_ count: Int, of scenario: Scenario, seed: UInt64) -> [Point] {
        var draw = Draw(seed: seed)
        let attacks = scenario.attacks.isEmpty ? 0 : count / scenario.attackShare
        let losses = scenario.hasLosses ? count / 20 : 0
        let errors = count / 4
        var points = draw.spread([losing], count: losses).map { Point(site: $0, blow: .loss) }
        for site in draw.spread(failing, count: errors) {
            let names = errorNames[site] ?? []
            let name = names[draw.below(names.count)]
            // SQLite retries an interrupted call forever. A thread that waits for a connection is also woken by reads.
            let isEndless =
                name == "EINTR" && !WatchedCalls.unknownToSQLite.contains(site.call) || talking.contains(site)
            let isLasting = !isEndless && draw.below(3) == 0
            points.append(Point(site: site, blow: .error(name, isLasting: isLasting)))
        }
        points += attackPoints(attacks, of: scenario, &draw)
        points += draw.spread(sites, count: count - points.count).map { Point(site: $0, blow: .kill) }
        return points
    }

    /// Uses each attack once before any is repeated, at calls that write or read.
    private func attackPoints(_ count: Int, of scenario: Scenario, _ draw: inout Draw) -> [Point] {
        if count == 0 { return [] }
        let groups = Dictionary(grouping: (sites + failing).flatMap { $0 }, by: \.call)
        let calls = groups.values.map { Array(Set($0)).sorted() }.sorted { $0[0].call < $1[0].call }
        var places = draw.spread(calls, count: count)[...]
        let first = draw.below(scenario.attacks.count)
        return (0..<count).compactMap { number in
            let attack = scenario.attacks[(first + number) % scenario.attacks.count]
            guard let site = attack.isEarly ? .start : places.popFirst() else { return nil }
            return Point(site: site, blow: .attack(attack.name))
        }
    }

    private static func byCall(_ calls: [Trace.Call]) -> [[CallSite]] {
        let sites = Set(calls.map { CallSite(call: $0.name, count: $0.count) })
        return Dictionary(grouping: sites, by: \.call).values.map { $0.sorted() }
            .sorted { $0[0].call < $1[0].call }
    }
}
