import PhotoFiles
import PhotoIndex
import PhotoModel
package import SystemPackage

/// Copies photos out of the library. Nothing in the library changes. The index is judged by the rules of the
/// moment, and the next scan reads again what the last look found changed.
///
/// A group is copied if ``GroupRule/all`` and the last look allow it, as for uploads: with the verdicts that were
/// chosen, before each file is written and again before each copy gets its name. Each file is opened once. A copy gets
/// its name when all copies of its group are on the disk and were read back; clean ones must be proved, too. Groups
/// wait for the disk together: with waits of their own, 10,000 photos of 100 kB took three minutes where `cp` takes
/// some seconds. No other file is ever replaced: names that are taken get a suffix, as those of uploads do, and copies
/// that are there already stay.
package struct ExportWork: Sendable {
    private static let batch = 256
    /// How many files are copied together, each open as its copy is; of larger ones fewer, 2 MiB counting as a file:
    /// after a signal they are finished.
    private static let together = 128
    /// The least number of digits of a numbered name.
    private static let digits = 4

    private let order: ExportOrder
    /// Without links.
    private let directory: FilePath
    private let index: PhotoIndex
    private let planner: UploadPlanner
    private let files: LibraryFiles
    /// Nil in a dry run, which writes nothing, also not that a file differs from the index.
    private let look: LastLook?
    private let environment: Environment

    /// Checks that copies may be put into the directory, and judges the index.
    ///
    /// - Parameters:
    ///   - rules: returns the rules as they are when it is called. Their time zones give the local time where a photo
    ///     has only a UTC time.
    ///   - ruleFiles: all files that the rules come from; empty to read the rules each time.
    ///   - settings: how uploads are named, and which sidecars they have.
    ///   - roots: the configuration's roots, absolute.
    /// - Throws: `PipelineError`, `overlap`, where no copies may be in the directory; `IndexError`, also where what
    ///   people decided cannot be relied on. What `rules` and `settings` throw.
    package init(
        _ order: ExportOrder, index path: FilePath, rules: @escaping @Sendable () throws -> JudgingRules,
        ruleFiles: [FilePath] = [], settings: (JudgingRules) throws -> UploadSettings, roots: [FilePath],
        configured: [Destination], environment: Environment
    ) async throws {
        let current = try rules()
        let settings = try settings(current)
        try PhotoIndex.open(forReadingAt: path, owner: environment.owner).checkDecisions()
        let index = try PhotoIndex.judged(
            at: path, owner: environment.owner, rules: current, onlyReads: order.isDryRun)
        let files = try index.libraryFiles()
        planner = UploadPlanner(settings: settings, files: files, rules: current)
        look =
            order.isDryRun
            ? nil
            : LastLook(
                index, files: files,
                judging: CurrentJudging(
                    rules: rules, files: ruleFiles, last: current.basis, index: index, clock: environment.clock),
                leavingOut: order.cleaning == nil ? settings.unsentSidecars : Set(SidecarFormat.allCases),
                for: .copy, among: order.selection.verdicts, clock: environment.clock)
        let place = ExportPlace(index: index, roots: roots, configured: configured, environment: environment)
        directory = try await place.checked(order.directory)
        (self.order, self.index, self.files) = (order, index, files)
        self.environment = environment
    }

    /// Copies.
    ///
    /// - Throws: `IndexError`; `PipelineError` where the rules cannot be read any more, or the directory is the library
    ///   under another path (`overlap`). What `show` throws.
    package func run(
        progress: any ProgressReporter, show: (ExportResult) throws -> Void
    ) throws -> ExportSummary {
        let began = environment.clock.uptime
        var folder = ExportFolder(directory, index: index, isDryRun: order.isDryRun)
        var summary = ExportSummary(directory: directory)
        let paths = try selected()
        progress.begin(order.isDryRun ? "Planning" : "Exporting")
        defer { progress.end() }
        var groups: Set<Int64> = []
        var staged: [GroupToExport] = []
        var done = 0
        // The limit counts what is copied, so that copies that are there already do not use it up.
        var left = order.selection.limit ?? .max
        while done < paths.count, left > 0, environment.interruption.signal == nil {
            let batch = Array(paths[done...].prefix(Self.batch))
            for group in try index.groups(ofFilesAt: batch, .sending(to: nil)) where left > 0 {
                if environment.interruption.signal != nil { break }
                if let group, groups.insert(group.group).inserted {
                    let isWhole = try stage(group, groups.count, in: &folder, &staged, &summary, show)
                    if !isWhole { break }
                    if let last = staged.last, last.known.group == group.group, last.isToBeCopied { left -= 1 }
                    let size = staged.flatMap(\.files).reduce(0) { $0 + 1 + ($1.source?.size ?? 0) >> 21 }
                    if size >= Self.together {
                        try finish(&staged, in: &folder, &summary, show)
                    }
                }
                done += 1
                progress.update(done: done, total: paths.count)
            }
        }
        try finish(&staged, in: &folder, &summary, show)
        summary.left = left > 0 ? paths.count - done : 0
        summary.unfinished = folder.unfinished
        summary.signal = environment.interruption.signal
        summary.seconds = Double(environment.clock.uptime - began) / 1e9
        return summary
    }

    private func selected() throws -> [FilePath] {
        var (paths, selection) = ([FilePath](), order.selection)
        if selection.limit != 0 { selection.limit = nil }
        try index.photos(matching: selection) { photo in
            paths.append(photo.path)
            return environment.interruption.signal == nil
        }
        return paths
    }

    /// Writes the copies of a group.
    ///
    /// - Returns: false if a signal ended that.
    private func stage(
        _ known: KnownGroup, _ number: Int, in folder: inout ExportFolder, _ staged: inout [GroupToExport],
        _ summary: inout ExportSummary, _ show: (ExportResult) throws -> Void
    ) throws -> Bool {
        let members = members(of: known)
        if members.isEmpty { return true }
        var group = GroupToExport(known, members, isDryRun: order.isDryRun)
        let now = environment.clock.now
        if let why = objection(to: known, now: now) {
            group.end(.objected(why, ofFiles: known.members.count))
        }
        try group.forEachOpen { file in
            file.source = try ExportSource(
                file.member.path, file.member.fingerprint, keepsInodes: file.member.keepsInodes, in: files,
                cleaning: order.cleaning, now: now)
        }
        let targets = targets(of: known, members, number)
        if try !choosePlaces(for: &group, targets, in: &folder) {
            try finish(&staged, in: &folder, &summary, show)
            _ = try choosePlaces(for: &group, targets, in: &folder)
        }
        for index in group.files.indices {
            if environment.interruption.signal != nil { return false }
            try stage(index, of: &group, in: &folder)
        }
        staged.append(group)
        return true
    }

    /// Finishes the groups whose copies are written.
    private func finish(
        _ staged: inout [GroupToExport], in folder: inout ExportFolder, _ summary: inout ExportSummary,
        _ show: (ExportResult) throws -> Void
    ) throws {
        var groups = staged
        staged = []
        try sync(&groups)
        for place in groups.indices {
            try groups[place].forEachOpen { try $0.staged?.prove() }
            for index in groups[place].files.indices { try giveName(index, of: &groups[place]) }
        }
        for place in groups.indices { try groups[place].conclude(in: &folder) }
        folder.forgetStaged()
        for group in groups {
            if group.files.contains(where: { $0.result.target != nil }) { summary.photos += 1 }
            for file in group.files {
                summary.count(file.result)
                try show(file.result)
            }
        }
    }

    /// Waits until copies are on the disk: if not all get there together, each by itself, to know which do not.
    private func sync(_ groups: inout [GroupToExport]) throws {
        let copies = groups.flatMap(\.files).compactMap { try? $0.staged?.file }
        let disks = Dictionary(grouping: copies) { (try? $0.status())?.identity.device }
        for copies in disks.values where (try? Durability.sync(copies)) == nil {
            for place in groups.indices { try groups[place].forEachOpen { try $0.staged?.file.sync() } }
            return
        }
    }

    /// Why the rules object to copying a group as its files are now. If any file has changed, the verdict may be
    /// another one.
    private func objection(to known: KnownGroup, now: Int64) -> Action.Reason? {
        var state = files.state(of: known, now: now)
        (state.verdicts, state.includesInferred) = (order.selection.verdicts, order.includesInferred)
        return GroupRule.objection(to: state, for: .copy)
    }

    /// Takes the last look at a group, and ends what the look objects to.
    private func lookAgain(at group: inout GroupToExport) throws {
        let why = try look?.objection(to: group.toLookAt(includesInferred: order.includesInferred))
        if let why { group.end(.objected(why, ofFiles: group.known.members.count)) }
    }

    private func stage(_ index: Int, of group: inout GroupToExport, in folder: inout ExportFolder) throws {
        guard group.files[index].isOpen else { return }
        try lookAgain(at: &group)
        try group.withOpen(index) { try $0.stage(in: &folder, isLookedAt: look != nil) }
    }

    private func giveName(_ index: Int, of group: inout GroupToExport) throws {
        guard group.files[index].isOpen else { return }
        try lookAgain(at: &group)
        try group.withOpen(index) { try $0.takeName() }
    }

    /// Chooses the names of the copies of those files that could be opened.
    ///
    /// - Returns: false if that has to wait for copies that have no names yet.
    private func choosePlaces(
        for group: inout GroupToExport, _ targets: GroupTargets, in folder: inout ExportFolder
    ) throws -> Bool {
        let sources = group.files.map(\.source)
        if sources.allSatisfy({ $0 == nil }) { return true }
        do {
            guard let places = try folder.places(targets, for: sources) else { return false }
            group.place(places)
        } catch {
            group.end(try ExportFailure(ofFiles: error))
        }
        return true
    }

    /// The files of a group that are copied, its leader first: those that are uploaded; of clean copies only photos.
    private func members(of group: KnownGroup) -> [KnownGroup.Member] {
        order.cleaning == nil ? planner.sent(group) : group.members.filter { $0.sidecar == nil }
    }

    /// The names of the copies.
    private func targets(of group: KnownGroup, _ members: [KnownGroup.Member], _ number: Int) -> GroupTargets {
        guard order.names == .number else { return planner.targets(of: group, members) }
        let text = String(number)
        let name = String(repeating: "0", count: max(0, Self.digits - text.count)) + text
        return GroupTargets(
            template: .nameOnly,
            subject: FolderTemplate.Subject(fence: nil, time: nil, make: nil, model: nil, user: ""),
            names: members.map { Array((name + ($0.path.extension.map { ".\($0)" } ?? "")).utf8) })
    }
}
