import PhotoModel
import PhotoPipeline

/// Reports runs and their actions, as text and as JSON.
struct RunReport {
    let reporter: Reporter
    /// Nanoseconds since 1970-01-01T00:00:00Z, for the duration of a run that has not ended.
    let now: Int64
    /// Formats a moment by the user's clock, to the minute.
    let minute: (Int64) -> String
    let path: ShownPath
    /// What is counted at a terminal.
    private let table = PlanTable()

    init(reporter: Reporter, now: Int64, minute: @escaping (Int64) -> String, path: ShownPath = ShownPath(roots: nil)) {
        (self.reporter, self.now, self.minute, self.path) = (reporter, now, minute, path)
    }

    /// Writes a run.
    ///
    /// - Parameter photos: the photos of its actions by their state: people read these, and the groups and files of its
    ///   record only under `--verbose`.
    func show(_ run: RunRecord, photos: [Action.State: Int]) throws {
        if reporter.isJSON { return try reporter.print(JSONLine(run: run)) }
        try reporter.print(row(run, reporter.isVerbose ? [:] : photos))
    }

    /// Writes an action of a run. At a terminal it is only counted by result, fence and month, except under
    /// `--verbose`.
    func show(_ action: Action, of run: RunRecord) throws {
        if reporter.isJSON {
            try reporter.print(JSONLine(action: action))
        } else {
            let state = padded(Self.word(action.state, of: run), to: 8)
            try reporter.print("  \(state) \(ActionReport.row(action, path))")
        }
    }

    func count(_ action: Action, on ground: Action.Ground, of run: RunRecord) {
        table.add(action, on: ground, as: Self.word(action.state, of: run))
    }

    /// Writes the end: a summary in JSON; as text, that there are no runs, or the totals of a run in photos and what
    /// is in the trash.
    ///
    /// - Parameters:
    ///   - actions: the number of actions; nil if they were not shown.
    ///   - photos: the photos of the actions of one run by their state; nil if they were not shown.
    ///   - settling: the command that settles what of them is interrupted; nil if nothing is.
    ///   - trash: what is in the trash; nil if it was not looked at.
    func end(
        runs: Int, actions: Int?, photos: (of: RunRecord, byState: [Action.State: Int])? = nil, settling: String? = nil,
        trash: [TrashedRun]? = nil
    ) throws {
        try reporter.tell(table)
        if !reporter.isJSON, !reporter.isQuiet, let photos, !photos.byState.isEmpty {
            try reporter.print(Self.totals(photos.byState, of: photos.of).joined(separator: ", "))
            if let settling { try reporter.print("next: \(settling)") }
        }
        if reporter.isJSON {
            var summary = JSONLine(type: "summary")
            summary.set("command", "runs")
            summary.set("runs", runs)
            summary.set("actions", actions)
            summary.set(trash: trash)
            try reporter.print(summary)
        } else if runs == 0, !reporter.isQuiet {
            try reporter.print("No command has changed anything yet.")
        } else if !reporter.isQuiet, let trashed = trash?.first {
            try reporter.print(
                "In the trash: \(TrashText.size(of: [trashed])); workphotos undo \(trashed.run) restores it")
        }
    }

    private static func totals(_ photos: [Action.State: Int], of run: RunRecord) -> [String] {
        photos.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }.map {
            "\($0.value.counting("photo")) \(word($0.key, of: run))"
        }
    }

    /// What became of an action. What a run that is over has left under way is interrupted.
    private static func word(_ state: Action.State, of run: RunRecord) -> String {
        state == .running && run.isOver ? "interrupted" : state.rawValue
    }

    private func row(_ run: RunRecord, _ photos: [Action.State: Int]) -> String {
        let columns = [
            padded("\(run.id)", to: 5), minute(run.started), padded(duration(run), to: 12),
            padded(terminalSafe(run.command), to: 8),
            words(run, photos),
        ]
        return columns.joined(separator: "  ")
    }

    private func duration(_ run: RunRecord) -> String {
        if run.state == .interrupted { return "–" }
        return Duration.nanoseconds((run.ended ?? now) - run.started).brief
    }

    /// What it did, and where if that was not here.
    private func words(_ run: RunRecord, _ photos: [Action.State: Int]) -> String {
        let words = outcome(of: run, photos)
        return run.mergedAt == nil ? words : "\(words), on \(run.host.map { terminalSafe($0) } ?? "another machine")"
    }

    private func outcome(of run: RunRecord, _ photos: [Action.State: Int]) -> String {
        // What was recorded of the states of groups gives way to their photos.
        let known = Self.words.filter { word in
            run.counts[word.what, default: 0] > 0 && (reporter.isVerbose || word.what != "files")
                && (photos.isEmpty || Action.State(rawValue: word.what) == nil)
        }
        let others = run.counts.filter { count in !Self.words.contains { $0.what == count.key } }.sorted { $0 < $1 }
        if run.command == "run" {
            return run.state == .complete ? "all well" : "exit status \(run.counts["exit"] ?? 1)"
        }
        var words =
            Self.totals(photos, of: run) + known.map { Self.text(run.counts[$0.what, default: 0], $0.word) }
            + others.map { "\($0.value.grouped) \(terminalSafe($0.key))" }
        if words.isEmpty { words = [run.ended == nil ? "" : run.command == "scan" ? "nothing new" : "nothing"] }
        let standing: String? =
            switch run.state {
            case .complete: nil
            case .incomplete: "ended early"
            case .interrupted: "interrupted"
            case .running: "in progress"
            }
        return (words.filter { !$0.isEmpty } + [standing].compactMap(\.self)).joined(separator: ", ")
    }

    /// A count with its word. A plural word loses its s for a count of 1.
    private static func text(_ count: Int, _ word: String) -> String {
        word.hasSuffix("s") ? count.counting(String(word.dropLast())) : "\(count.grouped) \(word)"
    }

    /// The keys of the counts with their words, in the order of the report.
    private static let words: [(what: String, word: String)] = [
        ("new", "new"), ("changed", "changed"), ("moved", "moved"), ("gone", "gone"), ("staged", "staged"),
        ("settled", "settled"), ("done", "done"), ("files", "files"), ("failed", "failed"), ("refused", "refused"),
        ("skipped", "skipped"), ("ok", "verified"), ("missing", "missing"), ("unreachable", "not reached"),
        ("problems", "problems"), ("stops", "stops"),
    ]
}

extension JSONLine {
    /// The `run` line.
    fileprivate init(run: RunRecord) {
        self.init(type: "run")
        set("id", run.id)
        set("command", run.command)
        set("startedAt", UTCInstant(nanoseconds: run.started).text)
        set("endedAt", run.ended.map { UTCInstant(nanoseconds: $0).text })
        set("state", run.state.rawValue)
        set("host", run.host)
        set("pid", run.pid)
        set("mergedAt", run.mergedAt.map { UTCInstant(nanoseconds: $0).text })
        set("counts") { object in
            for (what, count) in run.counts.sorted(by: { $0.key < $1.key }) { object.set(what, count) }
        }
    }
}
