import PhotoModel
import PhotoPipeline

extension JSONLine {
    /// The `summary` line of the contract, of a command that uploads, removes or brings back.
    ///
    /// - Parameters:
    ///   - summary: what it came to.
    ///   - command: the command's name.
    ///   - runs: all runs that it was: one that uploads and removes is two.
    init(_ summary: ActionSummary, command: String, runs: [Int64]) {
        self.init(type: "summary")
        set("command", command)
        set("run", summary.run.map(String.init))
        set("runs", runs.map(String.init))
        set("planned", summary.count(.planned))
        set("staged", summary.count(.staged))
        set("done", summary.count(.done))
        set("failed", summary.count(.failed))
        set("skipped", summary.count(.skipped))
        set("refused", summary.count(.refused))
        set("files", summary.files)
        set("bytes", summary.bytes)
        set("upToDate", summary.upToDate)
        set("personal", summary.personal)
        set("unsure", summary.unsure)
        set("left", summary.left)
        set("unsettled", summary.unsettled)
        set("unknown", summary.unknown.count)
        set("why") { object in
            for reason in Action.Reason.allCases where summary.reasons[reason] != nil {
                object.set(reason.rawValue, summary.reasons[reason])
            }
        }
        set("breaches", summary.breaches) { breach, object in
            object.set("scope", breach.cap.path == nil ? "library" : "root")
            object.set(path: breach.cap.path)
            object.set("largest", breach.cap.largest)
            object.set("removed", breach.cap.removed)
            object.set("planned", breach.planned)
            object.set("allowed", breach.limit.limit(of: breach.cap.largest))
        }
        set("readBack", summary.readBack) { readBack, object in
            object.set("destination", readBack.destination)
            object.set("copies", readBack.copies)
            object.set("reads", readBack.reading.rawValue)
            object.set("bytes", readBack.bytes)
        }
        set("lastScan", summary.lastScan.map { UTCInstant(nanoseconds: $0).text })
        set("seconds", summary.seconds)
    }
}
