import PhotoIndex
import PhotoModel
package import SystemPackage

/// Shares copies of work photos.
///
/// It follows the order of every act (see ``ActionRun``) but is not an `Act`: there is nothing to stage, to cap or to
/// restore, and it counts permissions instead of groups.
package struct ShareWork {
    private let order: ShareOrder
    private let path: FilePath
    private let rules: @Sendable () throws -> JudgingRules
    private let places: DestinationPlaces
    private let wait: Duration
    private let isDryRun: Bool

    /// - Parameters:
    ///   - rules: returns the current rules each time it is called.
    ///   - wait: how long to wait while another run holds the lock.
    package init(
        _ order: ShareOrder, index: FilePath, rules: @escaping @Sendable () throws -> JudgingRules,
        places: DestinationPlaces, wait: Duration, isDryRun: Bool
    ) {
        self.order = order
        path = index
        self.rules = rules
        self.places = places
        self.wait = wait
        self.isDryRun = isDryRun
    }

    /// Runs the order.
    ///
    /// - Throws: `PipelineError`, before anything is shared (`unconfirmed` and `unshareable` among others);
    ///   `IndexError`; what `show` throws.
    package func run(
        in environment: Environment, show: @escaping (ShareResult) throws -> Void,
        note: @escaping (ActionNote) -> Void
    ) async throws -> ShareSummary {
        let began = environment.clock.uptime
        try order.check(at: environment.clock.now)
        if !isDryRun {
            try RemovalQuestion.requireAnswer(isConfirmed: order.isConfirmed, about: .sharing, in: environment)
        }
        _ = try rules()
        let known = try PhotoIndex.open(forReadingAt: path, owner: environment.owner)
        try known.checkDecisions()
        let lastRun = try known.lastRun()
        let lock = isDryRun ? nil : try await takeLock(beside: path, waiting: wait, in: environment)
        defer { withExtendedLifetime(lock) {} }
        var waited: Int64 = 0
        var summary = try await share(after: lastRun, in: environment, show, note, &waited)
        summary.signal = environment.interruption.signal
        summary.seconds = Double(environment.clock.uptime - began - waited) / 1e9
        return summary
    }

    private func share(
        after lastRun: Int64, in environment: Environment, _ show: @escaping (ShareResult) throws -> Void,
        _ note: @escaping (ActionNote) -> Void, _ waited: inout Int64
    ) async throws -> ShareSummary {
        let rules = try rules()
        let index = try PhotoIndex.judged(at: path, owner: environment.owner, rules: rules, onlyReads: isDryRun)
        let destinations = OpenDestinations(index: index, places: places, environment: environment)
        var carrying = try await carrying(index, rules, destinations, lastRun, environment, show)
        let unsettled =
            isDryRun
            ? 0
            : try await InterruptedActions(
                index: index, destinations: destinations, environment: environment, command: "share"
            ).settle(.none, lookingAt: carrying.destination.destination?.id, note: note)
        let destination = carrying.destination
        var planning = SharePlanning(
            order: carrying.order, index: index,
            destination: DestinationName(id: destination.destination?.id, name: destination.name),
            files: try index.libraryFiles(), now: environment.clock.now)
        let albums = try AlbumPlanning(of: order, at: destination, in: index)
        var plan: SharePlan
        if let albums { plan = try albums.plan(by: &planning) } else { plan = try planning.plan() }
        if !isDryRun, let album = albums?.known {
            await takeOutUnwanted(
                from: album, for: &plan,
                by: AlbumRemoval(index: index, destination: destination, environment: environment))
        }
        var summary = plan.summary
        summary.unsettled = unsettled
        summary.unclean = plan.unclean.count { $0.state == .refused }
        for kept in plan.kept + plan.unclean { try summary.tell(kept, show) }
        if plan.groups.isEmpty || !plan.isWhole { return summary }
        if isDryRun {
            try carrying.preview(albums?.located(plan) ?? plan, &summary)
        } else {
            let shares = try albums?.known.map { album in
                try index.shares(at: environment.clock.now).filter { $0.album?.id == album.id }
            }
            let question = ShareQuestion(
                order: carrying.order, plan: plan, destination: destination, shares: shares ?? [],
                isClean: planning.order.isCleaning)
            if !order.isConfirmed { waited += try await question.question.ask(in: environment) }
            carrying.album = try await albums?.open(for: plan, at: environment.clock.now)
            try await carrying.carryOut(plan, &summary)
        }
        return summary
    }

    /// Takes out what an earlier run could not take out, or was killed before: copies that are not proved, of photos
    /// that are not work. They still belong into the album.
    private func takeOutUnwanted(from album: Album, for plan: inout SharePlan, by removal: AlbumRemoval) async {
        for place in plan.kept.indices where plan.kept[place].why == .notWork {
            let path = plan.kept[place].path
            for copy in album.copies where copy.path == path && copy.mayBeThere && !copy.isProved {
                do throws(UploadError) {
                    try await removal.takeOut(
                        AlbumRemoval.Found(album: album, copy: copy), onlyIfUnchanged: true, staysChosen: true)
                } catch {
                    plan.kept[place].detail = error.wordsOfStay
                }
            }
        }
    }

    /// Opens the destination, and checks that it supports the order.
    private func carrying(
        _ index: PhotoIndex, _ rules: JudgingRules, _ destinations: OpenDestinations, _ lastRun: Int64,
        _ environment: Environment, _ show: @escaping (ShareResult) throws -> Void
    ) async throws -> ShareCarrying {
        let named = try order.destination.only(try destinations.book())
        let open = try await destinations.open(named).get()
        guard open.destination != nil else {
            throw PipelineError(.destination, "\(named.described) has no uploads that this index knows")
        }
        guard let sharing = open.service.once.sharing else {
            throw PipelineError(
                .unshareable, "\(named.described) cannot share copies by link or by e-mail address")
        }
        // If the album is not there, this says so, which helps more than that nobody sees it.
        _ = try AlbumPlanning(of: order, at: open, in: index)
        var order = order
        order.grants = try order.grants(ofAlbumAt: open.destination?.id, in: index, at: environment.clock.now)
        let abilities = try await open.ask { _ throws(UploadError) in try await sharing.abilities() }
        try order.check(abilities, of: named, at: environment.clock.now)
        return ShareCarrying(
            order: order, followsViewers: self.order.grants.isEmpty, index: index,
            judging: CurrentJudging(
                rules: self.rules, files: [], last: rules.basis, index: index, clock: environment.clock),
            destination: open, sharing: sharing, environment: environment, directory: path.removingLastComponent(),
            show: show, lastRun: lastRun)
    }
}
