import PhotoFrontEnd
import PhotoModel
import SystemPackage

/// Reports what another machine's index brought, as text and as JSON.
struct MergeReport {
    let merged: MergedIndex
    /// The other index.
    let path: FilePath
    let isDryRun: Bool

    /// The lines of JSON: the conflicts, and the summary.
    var lines: [JSONLine] {
        merged.conflicts.map { conflict in
            var line = JSONLine(type: "conflict")
            line.set(path: conflict.path)
            line.set("here", conflict.here.rawValue)
            line.set("there", conflict.there.rawValue)
            return line
        } + [summary]
    }

    var text: [String] {
        let conflicts = merged.conflicts.map {
            "\(terminalSafe($0.path.bytes)): marked \($0.here.rawValue) here and \($0.there.rawValue) there: personal stands"
        }
        let counts = [
            merged.marks.counting("mark"), merged.holds.counting("hold"), merged.receipts.counting("receipt"),
            merged.runs.counting("run"),
        ]
        let more = [
            merged.ended == 0 ? nil : "\(merged.ended.counting("receipt")) ended, since the copies were taken back",
            merged.heldAgain == 0
                ? nil
                : "\(would)held again, though lifted here: \(merged.heldAgain.counting("hold")) from destinations; "
                    + "mark the photos as work there too",
            merged.removed == 0
                ? nil : "\(merged.removed.counting("photo")) removed there in the last 7 days count for the limit",
            merged.changes.isEmpty ? nil : merged.changes.map(\.words).joined(separator: ", "),
            merged.unread == 0
                ? nil
                : "not read here, and maybe marked as work there: \(merged.unread.counting("photo")); a scan tells",
            merged.reread == 0
                ? nil : "\(merged.reread.counting("file")) \(would)read again by the next scan, for what is new",
        ]
        return conflicts + ["\(terminalSafe(path.bytes)): \(counts.joined(separator: ", ")) \(would)added"]
            + more.compactMap(\.self)
    }

    /// What counts for nothing here, a line for each kind.
    var warnings: [String] {
        let names = merged.unknownReceipts.sorted { $0.key < $1.key }
            .map { "\(terminalSafe($0.key)) (\($0.value.counting("receipt")))" }
        let unknown =
            "Destinations that are not configured in both indexes count for nothing: " + names.joined(separator: ", ")
        let shared =
            "\(merged.shares.counting("share")) and \(merged.albums.counting("album")) of the other index stay with it, "
            + "and end on its machine; to list them: workphotos share --list --index \(shellQuoted(path.bytes))"
        return [names.isEmpty ? nil : unknown, merged.shares + merged.albums == 0 ? nil : shared].compactMap(\.self)
    }

    private var would: String { isDryRun ? "would be " : "" }

    private var summary: JSONLine {
        var line = JSONLine(type: "summary")
        line.set("command", "index merge")
        line.set(path: path)
        line.set("marks", merged.marks)
        line.set("holds", merged.holds)
        line.set("heldAgain", merged.heldAgain)
        line.set("conflicts", merged.conflicts.count)
        line.set("receipts", merged.receipts)
        line.set("ended", merged.ended)
        line.set("unknown", merged.unknownReceipts.values.reduce(0, +))
        line.set("runs", merged.runs)
        line.set("removed", merged.removed)
        line.set("shares", merged.shares)
        line.set("albums", merged.albums)
        line.set("unread", merged.unread)
        line.set("reversedFences", merged.reverses.neverFences)
        line.set("reread", merged.reread)
        line.set("dryRun", isDryRun)
        return line
    }
}
