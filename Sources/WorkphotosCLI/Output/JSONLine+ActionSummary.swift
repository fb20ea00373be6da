import PhotoModel
import PhotoPipeline

extension JSONLine {
    /// The `summary` line of the contract, of a command that uploads or removes.
    init(_ summary: ActionSummary, command: String) {
        self.init(type: "summary")
        set("command", command)
        set("run", summary.run.map(String.init))
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
        set("unknown", summary.unknown.count)
        set("why") { object in
            for reason in Action.Reason.allCases where summary.reasons[reason] != nil {
                object.set(reason.rawValue, summary.reasons[reason])
            }
        }
        set("lastScan", summary.lastScan.map { UTCInstant(nanoseconds: $0).text })
        set("seconds", summary.seconds)
    }
}
