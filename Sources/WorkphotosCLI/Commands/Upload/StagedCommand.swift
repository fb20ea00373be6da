import ArgumentParser
import PhotoModel
import PhotoPipeline

/// `workphotos staged`.
struct StagedCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "staged",
        abstract: "List staged actions.",
        discussion: """
            Lists what --stage put aside, one group a line, with the number for apply and unstage. Staging guarantees \
            nothing: apply judges and checks each group again. An action that a run has begun to carry out is listed \
            until it is over. If that run was killed, the next apply settles it first and does the rest.

            Examples:
              workphotos upload --stage
              workphotos purge --stage
              workphotos staged
              workphotos apply 12 13
            """)

    @OptionGroup
    var global: GlobalOptions

    func run(in session: Session) async throws -> ExitStatus {
        let reporter = session.reporter
        var (count, begun) = (0, 0)
        var bytes: Int64 = 0
        try session.unjudgedLibrary().staged(includingUnderWay: true) { action in
            let isBegun = action.state == .running
            if isBegun { begun += 1 } else { count += 1 }
            if !isBegun { bytes += action.bytes }
            if reporter.isJSON {
                try reporter.print(JSONLine(action: action))
            } else {
                let row = "\(padded(action.kind.rawValue, to: 8))\(ActionReport.row(action))"
                try reporter.print(isBegun ? "\(row)  (begun)" : row)
            }
            return session.environment.interruption.signal == nil
        }
        if reporter.isJSON {
            var line = JSONLine(type: "summary")
            line.set("command", "staged")
            line.set("staged", count)
            line.set("begun", begun)
            line.set("bytes", bytes)
            try reporter.print(line)
        } else {
            let more = begun == 0 ? "" : "; \(begun.counting("group")) that a run has begun"
            reporter.note(
                (count == 0 ? "Nothing is staged" : "\(count.counting("group")), \(bytes.byteSize)") + more)
        }
        return session.environment.interruption.signal.map { ExitStatus($0) } ?? .success
    }
}
