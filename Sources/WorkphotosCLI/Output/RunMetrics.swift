import PhotoModel
import PhotoPipeline

/// The result of a run and the contents of the library, for node_exporter's textfile collector: Prometheus text format,
/// version 0.0.4.
struct RunMetrics {
    private var lines: [String] = []
    private let user: String

    /// - Parameters:
    ///   - user: the name of the user, a label of each value: a collector may read the files of several.
    ///   - ended: when it ended, nanoseconds since 1970-01-01T00:00:00Z.
    ///   - lastGood: when the last successful run ended, in nanoseconds; nil if there was none.
    ///   - lostCopies: the number of copies that are missing or changed at their destinations; nil if unknown.
    ///   - library: the library's status; nil if there is no readable index.
    init(
        user: String, ends: [String: ExitStatus], status: ExitStatus, ended: Int64, seconds: Double, lastGood: Int64?,
        lostCopies: Int?, library: LibraryStatus?
    ) {
        self.user = user
        add("run_end_timestamp_seconds", "When the last run ended.", [(nil, Double(ended) / 1e9)])
        add("run_exit_status", "Exit status of the last run; 0 is success.", [(nil, Double(status.rawValue))])
        add("run_duration_seconds", "Duration of the last run.", [(nil, seconds)])
        if let lastGood {
            add(
                "run_last_success_timestamp_seconds", "When the last successful run ended.",
                [(nil, Double(lastGood) / 1e9)])
        }
        let steps = ends.sorted { $0.key < $1.key }.map { (("step", $0.key), Double($0.value.rawValue)) }
        if !steps.isEmpty { add("run_step_exit_status", "The exit status of each step.", steps) }
        if let lostCopies {
            add("lost_copies", "Copies missing or changed at their destinations.", [(nil, Double(lostCopies))])
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
            ("inferred-not-uploaded", library.inferredNotUploaded),
            ("imported-not-uploaded", library.importedNotUploaded),
        ]
        add("photos", "Photos by verdict.", verdicts.map { (("verdict", $0.0), Double($0.1.photos)) })
        add("photo_bytes", "Their bytes.", verdicts.map { (("verdict", $0.0), Double($0.1.bytes)) })
        add(
            "upload_photos", "Photos by upload state.",
            states.map { (("state", $0.0), Double($0.1.photos)) })
        add("upload_bytes", "Their bytes.", states.map { (("state", $0.0), Double($0.1.bytes)) })
        add("unreadable_files", "Files that cannot be read or are damaged.", [(nil, Double(library.unreadable))])
        add("staged_photos", "Photos that are staged.", [(nil, Double(library.staged.photos))])
        add(
            "staged_groups", "The same, each with its RAW, clip and edits as one.",
            [(nil, Double(library.staged.groups))])
        add("interrupted_runs", "Killed runs that are not settled yet.", [(nil, Double(library.interruptedRuns))])
        if let scan = library.lastScan {
            add("scan_end_timestamp_seconds", "When the last complete scan ended.", [(nil, Double(scan) / 1e9)])
        }
    }

    private mutating func add(_ name: String, _ help: String, _ values: [(label: Label?, value: Double)]) {
        lines += ["# HELP workphotos_\(name) \(help)", "# TYPE workphotos_\(name) gauge"]
        lines += values.map { label, value in
            let labels = [("user", user)] + [label].compactMap(\.self)
            let text = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
            return "workphotos_\(name){\(text)} \(Self.text(value))"
        }
    }

    private typealias Label = (name: String, value: String)

    /// A label's value as the text format wants it.
    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }

    private static func text(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    }
}
