import PhotoModel
import PhotoPipeline
import SystemPackage

/// Reports the result of a scan, as text and as JSON.
struct ScanReport {
    let summary: ScanSummary
    /// Whether nothing was written.
    let isDryRun: Bool

    /// Writes the summary, and a hint if there is no fence yet. Under `--quiet` there is no text.
    func print(to reporter: Reporter) throws {
        reporter.tellOfMore()
        try reporter.end(
            lines, json: json, hasChanges: summary.new + summary.changed + summary.moved + summary.gone > 0)
        for directory in summary.markers {
            reporter.warn(
                "\(terminalSafe(directory.bytes)): this upload destination is inside the library; nothing is uploaded"
                    + " to it")
        }
        for directory in summary.trashes {
            reporter.warn(
                "\(terminalSafe(directory.bytes)): leads into a trash and is skipped; removed photos are not new"
            )
        }
        for name in summary.unknownCameras {
            reporter.warn("--camera-offset: no photo in the index is of a camera that is called \(terminalSafe(name))")
        }
        noteReturned(to: reporter)
        noteClockless(to: reporter)
        if summary.signal != nil {
            reporter.warn("stopped; what was read is saved. To continue: workphotos scan")
        }
        if !summary.hasFences {
            reporter.note(
                """
                There is no work fence yet, so nobody can be sure of any photo. Mark a place with:
                  workphotos fence add Office --at 52.5200,13.4050 --radius 150m
                """)
        }
    }

    /// Notes photos that are back after a purge. They are held, because whoever restores a photo wants to keep it; the
    /// note says how to release one.
    private func noteReturned(to reporter: Reporter) {
        if summary.returned == 0 { return }
        let isOne = summary.returned == 1
        reporter.note(
            "\(summary.returned.counting("photo")) that a purge removed \(isOne ? "is" : "are") back and "
                + "\(isDryRun ? "would be " : isOne ? "is " : "are ")held, so that no purge removes \(isOne ? "it" : "them") "
                + "again; to release one: workphotos unhold FILE")
    }

    private func noteClockless(to reporter: Reporter) {
        guard let clockless = summary.clockless else { return }
        let isOne = clockless.photos == 1
        reporter.note(
            """
            The tracks place no photo: \(clockless.photos.counting("photo")) without a position \(isOne ? "says" : "say") \
            no offset from UTC. To tell how far the camera's clock is ahead of it, such as 2h:
              \(Remedy.tellCameraOffset(clockless.camera).command)
            """)
    }

    private var json: JSONLine {
        var line = JSONLine(type: "summary")
        line.set("command", "scan")
        line.set("roots", summary.roots.map(\.string))
        line.set("photos", summary.photos)
        line.set("new", summary.new)
        line.set("returned", summary.returned)
        line.set("changed", summary.changed)
        line.set("moved", summary.moved)
        line.set("gone", summary.gone)
        line.set("unreadable", summary.unreadable)
        for verdict in Verdict.allCases { line.set(verdict.rawValue, summary.byVerdict[verdict] ?? 0) }
        line.set("groups", summary.groups)
        line.set("unsupported", summary.unsupported)
        line.set("problems", summary.problems)
        line.set("accepted", summary.accepted)
        line.set("markers", summary.markers.map(\.string))
        line.set("trashes", summary.trashes.map(\.string))
        line.set("dryRun", isDryRun)
        line.set("seconds", summary.seconds)
        return line
    }

    private var lines: [String] {
        let changes = [
            ("new", summary.new), ("changed", summary.changed), ("moved", summary.moved), ("gone", summary.gone),
        ]
        let told = changes.filter { $0.1 > 0 }.map { "\($0.1.grouped) \($0.0)" }
        let verdicts = Verdict.allCases.map { "\((summary.byVerdict[$0] ?? 0).grouped) \($0.rawValue)" }
        let dry = isDryRun ? "Would be: " : ""
        var lines = [
            "\(dry)\(summary.photos.counting("photo")) (\(told.isEmpty ? "nothing new" : told.joined(separator: ", ")))"
                + " in \(Duration.seconds(summary.seconds).brief)",
            verdicts.joined(separator: ", "),
        ]
        if summary.unreadable > 0 {
            let accepted = summary.accepted > 0 ? " (\(summary.accepted.grouped) accepted)" : ""
            lines.append("\(summary.unreadable.grouped) could not be read\(accepted)")
        }
        if summary.unsupported > 0 {
            lines.append("\(summary.unsupported.grouped) in unsupported formats")
        }
        return lines
    }
}
