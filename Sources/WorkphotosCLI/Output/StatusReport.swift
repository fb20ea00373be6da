import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

/// Reports the library's status, as text and as JSON.
struct StatusReport {
    private let status: LibraryStatus
    private let trash: [TrashedRun]
    private let parked: [ParkedPhoto]
    private let shares: [ShareResult]
    private let warnings: ShareWarnings
    private let configuration: Configuration
    private let now: Int64
    private let missing: [MissingRoot]
    /// The columns of the labels.
    let width: Int
    /// The command for a remedy, with the global options that select the same files.
    private let next: (Remedy) -> String

    /// - Parameters:
    ///   - trash: what runs moved to the trash and is still there.
    ///   - parked: files that killed removals have parked.
    ///   - shares: all shares.
    ///   - albums: all albums that are not whole and shared.
    ///   - options: the global options, which suggested commands keep.
    ///   - configuration: the configuration, for its removal settings.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z, for the age of the last scan.
    ///   - width: the columns of the labels.
    init(
        status: LibraryStatus, trash: [TrashedRun], parked: [ParkedPhoto], shares: [ShareResult],
        albums: [AlbumReport], options: GlobalOptions, configuration: Configuration, now: Int64,
        missing: [MissingRoot], width: Int, next: @escaping (Remedy) -> String
    ) {
        self.missing = missing
        self.width = width
        self.next = next
        self.status = status
        self.trash = trash
        self.parked = parked
        self.shares = shares
        warnings = ShareWarnings(shares, albums: albums, options: options)
        self.configuration = configuration
        self.now = now
    }

    /// The `status` line.
    var json: JSONLine {
        var line = JSONLine(type: "status")
        for verdict in Verdict.allCases { set(verdict.rawValue, count(verdict), &line) }
        set("uploaded", status.uploaded, &line)
        set("notUploaded", status.notUploaded, &line)
        set("inferredNotUploaded", status.inferredNotUploaded, &line)
        set("importedNotUploaded", status.importedNotUploaded, &line)
        line.set("atDestinations", status.stocks) { stock, object in
            object.set("destination", stock.destination)
            object.set("photos", stock.count.photos)
            object.set("bytes", stock.count.bytes)
        }
        set("held", status.held, &line)
        set("heldFromDestinations", status.heldFromDestinations, &line)
        set("uploadedButNotWork", status.uploadedButNotWork, &line)
        set("reclaimable", status.reclaimable, &line)
        line.set("reclaimableUnless", limits)
        line.set("groups", status.groups)
        line.set("gone", status.gone)
        line.set("unreadable", status.unreadable)
        line.set("unsupported", status.unsupported)
        line.set("roots", status.roots.map(\.string))
        line.set("lastScan", status.lastScan.map { UTCInstant(nanoseconds: $0).text })
        line.set("staged") { object in
            object.set("groups", status.staged.groups)
            object.set("bytes", status.staged.bytes)
        }
        line.set("uploadsUnderWay", status.uploadsUnderWay)
        line.set("interruptedUploads", status.interruptedUploads)
        line.set("purgesUnderWay", status.purgesUnderWay)
        line.set("interruptedPurges", status.interruptedPurges)
        line.set("undosUnderWay", status.undosUnderWay)
        line.set("interruptedUndos", status.interruptedUndos)
        line.set("retractionsUnderWay", status.retractionsUnderWay)
        line.set("interruptedRetractions", status.interruptedRetractions)
        line.set("parked", parked) { photo, object in
            object.set(path: photo.path)
            object.set("waitsAs", path: photo.place)
            object.set("detail", photo.obstacle?.words)
        }
        line.set("notTakenBack", status.copiesLeft) { copy, object in
            object.set(path: copy.path)
            object.set("destination", copy.destination)
            object.set("target", copy.target.string)
            object.set("why", copy.why?.rawValue)
        }
        line.set("unlistedEnds", status.unlistedEnds.sorted { $0.key < $1.key }) { list, object in
            object.set("destination", list.key)
            object.set("copies", list.value)
        }
        line.set("leftovers", status.leftovers) { leftover, object in
            object.set("destination", leftover.destination.name)
            object.set(path: leftover.path)
            object.set("since", UTCInstant(nanoseconds: leftover.since).text)
        }
        line.set(trash: trash)
        line.set(shares: shares)
        line.set("interruptedRuns", status.interruptedRuns)
        line.set("running", status.runsUnderWay) { run, object in
            object.set("command", run.command)
            object.set("startedAt", UTCInstant(nanoseconds: run.started).text)
            object.set("counts") { counts in
                for (what, count) in run.counts.sorted(by: { $0.key < $1.key }) { counts.set(what, count) }
            }
            object.set("bytes", run.bytes)
        }
        line.set("cameraOffsets", status.cameraOffsets) { known, object in object.set(known) }
        line.set("missingRoots", missing) { root, object in
            object.set(path: root.path)
            object.set("new", path: root.new)
        }
        return line
    }

    var lines: [String] {
        var lines = Verdict.allCases.map { row($0.rawValue, count($0)) }
        lines += status.stocks.map { row("at \(terminalSafe($0.destination))", $0.count) }
        lines.append(row("uploaded, still here", status.uploaded))
        lines.append(row("to upload", status.notUploaded))
        if status.inferredNotUploaded.photos > 0 {
            lines.append(
                row("inferred, not uploaded", status.inferredNotUploaded) + "; to send them: \(next(.uploadInferred))")
        }
        if status.importedNotUploaded.photos > 0 {
            lines.append(row("imported, to be read first", status.importedNotUploaded) + "; next: \(next(.scan()))")
        }
        if status.heldFromDestinations.photos > 0 {
            lines.append(row("held from destinations", status.heldFromDestinations))
        }
        lines += copiesLeft
        lines += status.unlistedEnds.sorted { $0.key < $1.key }.map { name, copies in
            label("list at \(terminalSafe(name))") + LibraryStatus.words(ofUnlistedEnds: copies)
                + "; next: \(next(.uploadAll))"
        }
        if status.held.photos > 0 { lines.append(row("held", status.held)) }
        if status.uploadedButNotWork.photos > 0 {
            lines.append(row("uploaded, but not work now", status.uploadedButNotWork))
        }
        lines.append(reclaimable)
        if status.staged.groups > 0 {
            let photos = status.staged.photos.counting("photo")
            lines.append("\(label("staged"))\(photos) (\(status.staged.bytes.byteSize))")
        }
        lines += running + underWay
        if !trash.isEmpty { lines.append(label("in the trash") + TrashText.sentence(trash)) }
        if !shares.isEmpty { lines.append(row("shared", shares.count)) }
        for warning in warnings.all {
            lines += warning.lines.map { label(warning.label) + $0 } + warning.next.map { "  next: \($0)" }
        }
        if status.unreadable > 0 { lines.append(row("unreadable", status.unreadable) + "; workphotos problems") }
        if status.unsupported > 0 { lines.append(row("in unsupported formats", status.unsupported)) }
        if status.interruptedRuns > 0 { lines.append(row("interrupted runs", status.interruptedRuns)) }
        lines += status.cameraOffsets.map {
            label("camera clock") + "\(terminalSafe($0.camera ?? "all others")): \($0.words)"
        }
        lines.append(label("last scan") + lastScan)
        lines += status.roots.map { label("root") + root($0) }
        return lines
    }

    /// The maximum number of copies that are named.
    private static let mostCopies = 10

    /// What retractions have left, with the reason.
    private var copiesLeft: [String] {
        let lines = status.copiesLeft.prefix(Self.mostCopies).map { copy in
            label("not taken back") + "\(terminalSafe(copy.path.bytes)): still at \(terminalSafe(copy.destination)), "
                + "\(terminalSafe(copy.target.bytes))" + (copy.why.map { " (\($0.rawValue))" } ?? "")
        }
        let more = status.copiesLeft.count - Self.mostCopies
        return lines + (more > 0 ? [label("not taken back") + "and \(more.grouped) more"] : [])
    }

    /// The settings that may keep some of what is counted as reclaimable. Checking them for each photo would take too
    /// long for a status.
    private var limits: [String] {
        let purge = configuration.purge
        let settings = [
            ("older-than", purge.olderThan != nil), ("verified-for", purge.verifiedFor != nil),
            ("keep", !configuration.keep.isEmpty), ("require", purge.require > 1),
        ]
        return settings.filter(\.1).map(\.0)
    }

    private var reclaimable: String {
        if limits.isEmpty || status.reclaimable.photos == 0 { return row("can be reclaimed", status.reclaimable) }
        let names = limits.joined(separator: ", ")
        return row("can be reclaimed, at most", status.reclaimable) + "; [purge] \(names): see purge --dry-run"
    }

    /// A root. If it does not exist, adds the command that renames it.
    private func root(_ path: FilePath) -> String {
        let text = terminalSafe(path.bytes) + scanOf(path)
        guard let root = missing.first(where: { $0.path == path }) else { return text }
        return "\(text)\n  does not exist; is it mounted? If it was moved: \(next(.renameRoot(path, to: root.new)))"
    }

    /// When a root was scanned last, where the last scan did not read it.
    private func scanOf(_ path: FilePath) -> String {
        guard let last = status.rootsLeft[path] else { return "" }
        return last.map { "; not in the last scan, but \(Duration.nanoseconds(max(now, $0) - $0).brief) ago" }
            ?? "; never scanned to the end"
    }

    /// The runs that have not ended, with their progress.
    private var running: [String] {
        status.runsUnderWay.map { run in
            let age = Duration.nanoseconds(max(now, run.started) - run.started).brief
            return label("running now") + "\(terminalSafe(run.command)) for \(age)\(Self.progress(of: run))"
        }
    }

    private static func progress(of run: LibraryStatus.RunUnderWay) -> String {
        if run.command == "scan" {
            return run.counts["seen"].map { ", \($0.counting("file")) so far" } ?? ""
        }
        let parts = ["done", "failed", "refused", "skipped"].compactMap { what in
            run.counts[what].map { "\($0.grouped) \(what)" }
        }
        return parts.isEmpty ? "" : ", \(parts.joined(separator: ", ")) (\(run.bytes.byteSize))"
    }

    private var underWay: [String] {
        let counts = [
            (status.uploadsUnderWay, "being uploaded", ""), (status.purgesUnderWay, "being removed", ""),
            (status.undosUnderWay, "being restored", ""), (status.retractionsUnderWay, "being taken back", ""),
            (status.interruptedUploads, "uploads interrupted", "; the next upload there or retraction settles them"),
            (status.interruptedPurges, "removals interrupted", "; the next scan or purge settles them"),
            (status.interruptedUndos, "undos interrupted", "; the next scan or undo settles them"),
            (
                status.interruptedRetractions, "retractions interrupted",
                "; the next scan settles them, or says what is in the way"
            ),
        ]
        return counts.filter { $0.0 > 0 }.map { row($0.1, $0.0) + $0.2 }
            + parked.map { label("parked") + Self.sentence($0) }
            + status.leftovers.map {
                label("left at \(terminalSafe($0.destination.name))") + terminalSafe($0.path.bytes) + ": \($0.detail)"
                    + ($0.isTemporary ? "; next: \(next(.checkDestination($0.destination.name)))" : "")
            }
    }

    private static func sentence(_ photo: ParkedPhoto) -> String {
        let place = photo.place.map { ", as \(terminalSafe($0.bytes))" } ?? ""
        return terminalSafe(photo.path.bytes) + place + (photo.obstacle.map { "; \($0.words)" } ?? "")
    }

    private var lastScan: String {
        guard let moment = status.lastScan else { return "never; to make one: workphotos scan DIR" }
        return "\(Duration.nanoseconds(max(now, moment) - moment).brief) ago"
    }

    private func count(_ verdict: Verdict) -> LibraryStatus.Count {
        status.byVerdict[verdict] ?? LibraryStatus.Count()
    }

    private func set(_ key: String, _ count: LibraryStatus.Count, _ line: inout JSONLine) {
        line.set(key) { object in
            object.set("photos", count.photos)
            object.set("bytes", count.bytes)
        }
    }

    private func label(_ name: String) -> String { padded(name, to: max(width, name.count + 1)) }

    private func row(_ name: String, _ count: LibraryStatus.Count) -> String {
        "\(label(name))\(count.photos.grouped) (\(count.bytes.byteSize))"
    }

    private func row(_ name: String, _ count: Int) -> String {
        label(name) + count.grouped
    }
}

/// What runs moved to the trash and is still there, in words.
struct TrashText {
    /// The numbers of photos and bytes.
    static func size(of runs: [TrashedRun]) -> String {
        let (photos, bytes) = (runs.reduce(0) { $0 + $1.photos }, runs.reduce(0) { $0 + $1.bytes })
        return "\(photos.counting("photo")) (\(bytes.byteSize))"
    }

    /// The same, with the runs' numbers and the command that frees the space.
    static func sentence(_ runs: [TrashedRun]) -> String {
        let numbers = runs.map { "\($0.run)" }.joined(separator: ", ")
        return "\(size(of: runs)) of run\(runs.count == 1 ? "" : "s") \(numbers); "
            + "workphotos runs --empty-trash \(runs.count == 1 ? numbers : "RUN") frees the space"
    }
}

extension JSONLine {
    /// Sets `trash`: the runs with files in the trash; null if it was not looked at.
    mutating func set(trash runs: [TrashedRun]?) {
        guard let runs else { return set("trash", String?.none) }
        set("trash", runs) { run, object in
            object.set("id", run.run)
            object.set("removedAt", run.removed.map { UTCInstant(nanoseconds: $0).text })
            object.set("groups", run.groups)
            object.set("files", run.files)
            object.set("bytes", run.bytes)
        }
    }
}
