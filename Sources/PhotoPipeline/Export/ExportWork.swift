import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// Copies photos out of the library. Nothing in the library and in the index changes.
///
/// Each file is opened once, and copied only if it is as the last scan found it. A copy gets its name when it is on the
/// disk, was read back and, if it is a clean one, was proved. No other file is ever replaced: names that are taken get
/// a suffix, as those of uploads do, and copies that are there already stay.
package struct ExportWork {
    private static let batch = 256
    /// The least number of digits of a numbered name.
    private static let digits = 4

    private let order: ExportOrder
    private let library: Library
    private let planner: UploadPlanner
    private let files: LibraryFiles
    private let configured: [Destination]
    private let environment: Environment

    /// - Parameters:
    ///   - order: what is copied, where to, and how.
    ///   - library: the library, judged by the rules.
    ///   - settings: how uploads are named, and which sidecars they have.
    ///   - rules: provide the time zones that give the local time where a photo has only a UTC time.
    ///   - configured: the configuration's destinations.
    ///   - environment: the world.
    /// - Throws: `PipelineError` where the index fails.
    package init(
        _ order: ExportOrder, library: Library, settings: UploadSettings, rules: JudgingRules,
        configured: [Destination], environment: Environment
    ) throws(PipelineError) {
        self.order = order
        self.library = library
        files = try translatingIndexErrors { try library.index.libraryFiles() }
        planner = UploadPlanner(settings: settings, files: files, rules: rules)
        self.configured = configured
        self.environment = environment
    }

    /// Copies.
    ///
    /// - Parameters:
    ///   - progress: shows how far the work has come.
    ///   - show: called for each file.
    /// - Returns: the summary.
    /// - Throws: `PipelineError`: `overlap` where no copies may be in the directory; where the index fails. What `show`
    ///   throws.
    package func run(
        progress: any ProgressReporter, show: (ExportResult) throws -> Void
    ) throws -> ExportSummary {
        let began = environment.clock.uptime
        let place = ExportPlace(index: library.index, configured: configured, environment: environment)
        var folder = ExportFolder(try place.checked(order.directory), isDryRun: order.isDryRun)
        var summary = ExportSummary(directory: folder.path)
        let paths = try selected()
        progress.begin(order.isDryRun ? "Planning" : "Exporting")
        defer { progress.end() }
        var groups: Set<Int64> = []
        var done = 0
        while done < paths.count, environment.interruption.signal == nil {
            let batch = Array(paths[done...].prefix(Self.batch))
            let known = try translatingIndexErrors {
                try library.index.uploadCandidates(ofGroupsOf: batch, destination: nil)
            }
            for group in known {
                if environment.interruption.signal != nil { break }
                if let group, groups.insert(group.group).inserted {
                    let isWhole = try export(group, groups.count, to: &folder, &summary, show)
                    if !isWhole { break }
                }
                done += 1
                progress.update(done: done, total: paths.count)
            }
        }
        summary.left = paths.count - done
        summary.signal = environment.interruption.signal
        summary.seconds = Double(environment.clock.uptime - began) / 1e9
        return summary
    }

    private func selected() throws -> [FilePath] {
        var paths: [FilePath] = []
        try library.photos(matching: order.selection) { photo in
            paths.append(photo.path)
            return environment.interruption.signal == nil
        }
        return paths
    }

    /// Copies a group.
    ///
    /// - Returns: false if a signal ended that.
    private func export(
        _ group: KnownGroup, _ number: Int, to folder: inout ExportFolder, _ summary: inout ExportSummary,
        _ show: (ExportResult) throws -> Void
    ) throws -> Bool {
        let members = members(of: group)
        if members.isEmpty { return true }
        let sources = sources(group, members)
        let places = places(of: sources, targets(of: group, members, number), &folder)
        var hasCopy = false
        defer { if hasCopy { summary.photos += 1 } }
        for (index, source) in sources.enumerated() {
            if environment.interruption.signal != nil { return false }
            var result = ExportResult(path: members[index].path, state: order.isDryRun ? .planned : .done)
            do throws(ExportFailure) {
                let source = try source.get()
                let (target, isThere) = try places.get()[index]
                if !isThere { try folder.put(source, at: target) }
                result.target = folder.path.appending(target.components)
                (result.removed, result.bytes, result.isKnown) = (source.removed, source.size, isThere)
                hasCopy = true
            } catch {
                (result.state, result.why) = (error.state, error.why)
            }
            summary.count(result)
            try show(result)
        }
        return true
    }

    /// The names of the copies of those files that could be opened.
    private func places(
        of sources: [Result<ExportSource, ExportFailure>], _ targets: GroupTargets, _ folder: inout ExportFolder
    ) -> Result<[(path: FilePath, isThere: Bool)], ExportFailure> {
        let opened = sources.map { try? $0.get() }
        if opened.allSatisfy({ $0 == nil }) { return .success([]) }
        do throws(ExportFailure) {
            return .success(try folder.places(targets, for: opened))
        } catch {
            return .failure(error)
        }
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

    /// Opens the files. If any file of the group has changed, the verdict may be another one, and none is opened.
    private func sources(
        _ group: KnownGroup, _ members: [KnownGroup.Member]
    ) -> [Result<ExportSource, ExportFailure>] {
        let now = environment.clock.now
        let state = files.state(of: group, now: now)
        if GroupRule.objections(to: state, for: .share).contains(.changedSinceScan) {
            let why =
                group.members.count > 1 ? "is of a group that has changed since the last scan" : ExportSource.changed
            return members.map { _ in .failure(.failed(why)) }
        }
        return members.map { member in
            Result { () throws(ExportFailure) in
                try ExportSource(member, in: files, cleaning: order.cleaning, now: now)
            }
        }
    }
}
