import PhotoModel
import SystemPackage

/// The library at a glance, for people and for programs.
struct StatusReport {
    private let status: LibraryStatus
    private let now: Int64

    /// - Parameters:
    ///   - status: what there is.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z, to say how long ago the last scan was.
    init(status: LibraryStatus, now: Int64) {
        self.status = status
        self.now = now
    }

    /// The `status` line.
    var json: JSONLine {
        var line = JSONLine(type: "status")
        for verdict in Verdict.allCases { set(verdict.rawValue, count(verdict), &line) }
        set("uploaded", status.uploaded, &line)
        set("notUploaded", status.notUploaded, &line)
        set("uploadedButNotWork", status.uploadedButNotWork, &line)
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
        line.set("interruptedRuns", status.interruptedRuns)
        return line
    }

    /// Lines for people.
    var lines: [String] {
        var lines = Verdict.allCases.map { row($0.rawValue, count($0)) }
        lines.append(row("uploaded", status.uploaded))
        lines.append(row("to upload", status.notUploaded))
        if status.uploadedButNotWork.photos > 0 {
            lines.append(row("uploaded, but not work now", status.uploadedButNotWork))
        }
        if status.staged.groups > 0 {
            let groups = "\(status.staged.groups.grouped) group\(status.staged.groups == 1 ? "" : "s")"
            lines.append("\(padded("staged", to: 28))\(groups) (\(status.staged.bytes.byteSize))")
        }
        if status.uploadsUnderWay > 0 { lines.append(row("being uploaded", status.uploadsUnderWay)) }
        if status.interruptedUploads > 0 {
            lines.append(row("uploads interrupted", status.interruptedUploads) + "; the next upload settles them")
        }
        if status.unreadable > 0 { lines.append(row("unreadable", status.unreadable)) }
        if status.unsupported > 0 { lines.append(row("of formats not read", status.unsupported)) }
        if status.interruptedRuns > 0 { lines.append(row("interrupted runs", status.interruptedRuns)) }
        lines.append(padded("last scan", to: 28) + lastScan)
        lines += status.roots.map { padded("root", to: 28) + terminalSafe($0.bytes) }
        return lines
    }

    private var lastScan: String {
        guard let moment = status.lastScan else { return "never; workphotos scan DIR makes one" }
        return "\(Duration.nanoseconds(now - moment).brief) ago"
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

    private func row(_ name: String, _ count: LibraryStatus.Count) -> String {
        "\(padded(name, to: 28))\(count.photos.grouped) (\(count.bytes.byteSize))"
    }

    private func row(_ name: String, _ count: Int) -> String {
        padded(name, to: 28) + count.grouped
    }
}
