import PhotoModel
import PhotoPipeline

/// The result of a run and the contents of the library, for node_exporter's textfile collector: Prometheus text format,
/// version 0.0.4.
struct RunMetrics {
    private var lines: [String] = []

    /// - Parameters:
    ///   - ends: the exit statuses of the steps that ran.
    ///   - status: the exit status of the run.
    ///   - ended: when it ended, nanoseconds since 1970-01-01T00:00:00Z.
    ///   - seconds: its duration.
    ///   - lastGood: when the last successful run ended, in nanoseconds; nil if there was none.
    ///   - lostCopies: the number of copies that are missing or changed at their destinations; nil if unknown.
    ///   - library: the library's status; nil if there is no readable index.
    init(
        ends: [String: ExitStatus], status: ExitStatus, ended: Int64, seconds: Double, lastGood: Int64?,
        lostCopies: Int?, library: LibraryStatus?
    ) {
        add("run_end_timestamp_seconds", "When the last run ended.", [("", Double(ended) / 1e9)])
        add("run_exit_status", "Exit status of the last run; 0 is success.", [("", Double(status.rawValue))])
        add("run_duration_seconds", "Duration of the last run.", [("", seconds)])
        if let lastGood {
            add(
                "run_last_success_timestamp_seconds", "When the last successful run ended.",
                [("", Double(lastGood) / 1e9)])
        }
        let steps = ends.sorted { $0.key < $1.key }.map { (Self.label("step", $0.key), Double($0.value.rawValue)) }
        if !steps.isEmpty { add("run_step_exit_status", "The exit status of each step.", steps) }
        if let lostCopies {
            add("lost_copies", "Copies missing or changed at their destinations.", [("", Double(lostCopies))])
        }
        if let library { add(library) }
    }

    /// The file's contents.
    var bytes: [UInt8] { Array((lines.joined(separator: "\n") + "\n").utf8) }

    private mutating func add(_ library: LibraryStatus) {
        let verdicts = Verdict.allCases.map { ($0.rawValue, library.byVerdict[$0] ?? LibraryStatus.Count()) }
        let states = [
            ("uploaded", library.uploaded), ("to-upload", library.notUploaded), ("reclaimable", library.reclaimable),
            ("uploaded-but-not-work", library.uploadedButNotWork),
        ]
        add("photos", "Photos by verdict.", verdicts.map { (Self.label("verdict", $0.0), Double($0.1.photos)) })
        add("photo_bytes", "Their bytes.", verdicts.map { (Self.label("verdict", $0.0), Double($0.1.bytes)) })
        add(
            "upload_photos", "Photos by upload state.",
            states.map { (Self.label("state", $0.0), Double($0.1.photos)) })
        add("upload_bytes", "Their bytes.", states.map { (Self.label("state", $0.0), Double($0.1.bytes)) })
        add("unreadable_files", "Files that cannot be read or are damaged.", [("", Double(library.unreadable))])
        add("staged_groups", "Groups that are staged.", [("", Double(library.staged.groups))])
        add("interrupted_runs", "Killed runs that are not settled yet.", [("", Double(library.interruptedRuns))])
        if let scan = library.lastScan {
            add("scan_end_timestamp_seconds", "When the last complete scan ended.", [("", Double(scan) / 1e9)])
        }
    }

    private mutating func add(_ name: String, _ help: String, _ values: [(labels: String, value: Double)]) {
        lines += ["# HELP workphotos_\(name) \(help)", "# TYPE workphotos_\(name) gauge"]
        lines += values.map { "workphotos_\(name)\($0.labels) \(Self.text($0.value))" }
    }

    private static func label(_ name: String, _ value: String) -> String { "{\(name)=\"\(value)\"}" }

    private static func text(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    }
}
