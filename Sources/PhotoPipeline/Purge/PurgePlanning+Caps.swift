import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

extension PurgePlanning {
    /// Refuses the whole plan if it would exceed the cap of a root or of the whole index.
    ///
    /// - Parameter note: called if the trash could not be asked for removals of runs that this index does not know.
    mutating func applyCaps(note: (ActionNote) -> Void) throws {
        let latest = try latestMoment(note: note)
        let since = context.environment.clock.now.subtractingReportingOverflow(RemovalCap.span).partialValue
        let others = OtherRemovals(parked: try parked(), trashed: try trashed(since: since, note: note))
        let caps = try context.index.removalCaps(since: since, upTo: latest, besides: others)
        noteLost(caps, note)
        plan.apply(
            caps, limit: act.settings.maxDelete, isDryRun: context.mode.onlyReads, now: context.environment.clock.now)
    }

    /// The moment up to which removals are counted. It only lengthens the period, which begins a week before what the
    /// clock shows: a run whose clock was ahead must not make earlier removals too old to count.
    private mutating func latestMoment(note: (ActionNote) -> Void) throws -> Int64 {
        let clock = context.environment.clock.now
        let now = try context.index.latestMoment(atLeast: clock)
        if now.subtractingReportingOverflow(Self.leastJump).partialValue > clock {
            note(.clockSetBack(now: clock, latest: now))
            plan.summary.countsAhead = true
        }
        return now
    }

    /// Unadjusted clocks differ by less than an hour.
    private static var leastJump: Int64 { 3_600 * 1_000_000_000 }

    /// If the index was restored from a backup, it may have forgotten purges by which photos left. Only a person can
    /// know, and has to only if these photos and the planned ones would exceed the cap.
    private func noteLost(_ caps: RemovalCaps, _ note: (ActionNote) -> Void) {
        let planned = plan.groups.reduce(0) { $0 + $1.photos }
        var all = caps.library
        all.removed += caps.lost
        guard caps.library.limit(brokenBy: planned, act.settings.maxDelete) == nil,
            all.limit(brokenBy: planned, act.settings.maxDelete) != nil
        else { return }
        note(.lossesUncounted(photos: caps.lost))
    }

    /// The files that killed runs have parked and that do not have their own names.
    private func parked() throws -> [Action.Member] {
        try context.index.underWay(.purge).flatMap(\.members).filter { !SmallFile.exists($0.path) }
    }

    /// The files in the trash that this index does not know to have removed: an index that was lost, or restored from a
    /// backup, does not know what was removed since.
    private func trashed(since: Int64, note: (ActionNote) -> Void) throws -> [FilePath] {
        let roots = try context.index.roots().map(\.path)
        let found: [TrashedFile]
        do throws(TrashError) {
            found = try context.environment.trashService(.trash).contents?.trashed(from: roots) ?? []
        } catch {
            if error.kind != .noHome { note(.trashUncounted(error.detail)) }
            return []
        }
        if found.isEmpty { return [] }
        let tickets = try context.index.removalTickets()
        return found.filter { file in
            let isPhoto = !SidecarNames.isSidecar(file.path.bytes.span)
            return isPhoto && file.deleted >= since && !tickets.contains(file.ticket)
        }.map(\.path)
    }
}

extension ActionPlan where Group == GroupToRemove {
    /// Refuses the whole plan if more would be removed than allowed. A dry run shows what that is, and the reason with
    /// it.
    ///
    /// - Parameters:
    ///   - caps: what was removed lately.
    ///   - limit: what is allowed.
    ///   - isDryRun: whether the plan is only shown.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    mutating func apply(_ caps: RemovalCaps, limit: RemovalLimit, isDryRun: Bool, now: Int64) {
        let photos = groups.flatMap(\.action.members).filter { $0.role != .sidecar }.map(\.path)
        for cap in caps.roots {
            let count = photos.count(where: cap.counts)
            guard let broken = cap.limit(brokenBy: count, limit) else { continue }
            summary.breaches.append(ActionSummary.CapBreach(cap: cap, limit: broken, planned: count))
        }
        let isToldAlready = summary.breaches.contains { breach in
            (breach.cap.largest, breach.cap.removed) == (caps.library.largest, caps.library.removed)
        }
        if !isToldAlready, let broken = caps.library.limit(brokenBy: photos.count, limit) {
            summary.breaches.append(
                ActionSummary.CapBreach(cap: caps.library, limit: broken, planned: photos.count))
        }
        if summary.breaches.isEmpty { return }
        let all = caps.roots + [caps.library]
        summary.fitting = Self.fitting(Array(groups), all, limit)
        summary.fittingDays = fittingDays(all, limit, now: now)
        if isDryRun {
            for part in parts.indices {
                for group in parts[part].groups.indices { parts[part].groups[group].action.why = .overTheCap }
            }
            return
        }
        for var action in groups.map(\.action) {
            (action.state, action.why) = (.refused, .overTheCap)
            keep(action)
        }
        parts = []
    }

    /// How many groups, from the first one on, exceed none of the caps.
    private static func fitting(_ groups: [Group], _ caps: [RemovalCap], _ limit: RemovalLimit) -> Int {
        var counts = caps.map { _ in 0 }
        let first = groups.firstIndex { group in
            for photo in group.action.members where photo.role != .sidecar {
                for place in caps.indices where caps[place].counts(photo.path) { counts[place] += 1 }
            }
            return caps.indices.contains { caps[$0].limit(brokenBy: counts[$0], limit) != nil }
        }
        return groups.prefix(upTo: first ?? groups.endIndex).count
    }

    /// The least whole number of days for which the groups that were taken at least so long ago exceed none of the
    /// caps. An unknown time is never long ago.
    ///
    /// - Returns: 1 or more; nil if no group would be left.
    private func fittingDays(_ caps: [RemovalCap], _ limit: RemovalLimit, now: Int64) -> Int? {
        let aged = groups.compactMap { group in group.taken.map { (group: group, days: $0.days(before: now)) } }
            .sorted { $0.days > $1.days }
        let count = Self.fitting(aged.map(\.group), caps, limit)
        // All groups of a day go, or none.
        let days = count < aged.count ? aged[count].days + 1 : aged.last?.days ?? 0
        guard let oldest = aged.first?.days, oldest >= max(1, days) else { return nil }
        return max(1, days)
    }
}

extension CaptureTime {
    /// How many whole days it was before a moment, in any time zone; below 0 for one after it.
    fileprivate func days(before now: Int64) -> Int {
        let taken = latest.multipliedReportingOverflow(by: 1_000).partialValue
        return Int(now.subtractingReportingOverflow(taken).partialValue / (86_400 * 1_000_000_000))
    }
}
