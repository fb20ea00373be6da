import ArgumentParser
import PhotoModel
import PhotoPipeline

/// `workphotos staged`.
struct StagedCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "staged",
        abstract: "List what is staged.",
        discussion: """
            What --stage put aside, a group a line, with the number by which apply and unstage take it. Being staged is \
            no promise: apply judges and checks each group anew.

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
        var count = 0
        var bytes: Int64 = 0
        try session.unjudgedLibrary().staged { action in
            count += 1
            bytes += action.bytes
            if reporter.isJSON {
                try reporter.print(JSONLine(action: action))
            } else {
                try reporter.print("\(padded(action.kind.rawValue, to: 8))\(ActionReport.row(action))")
            }
            return session.environment.interruption.signal == nil
        }
        if reporter.isJSON {
            var line = JSONLine(type: "summary")
            line.set("command", "staged")
            line.set("staged", count)
            line.set("bytes", bytes)
            try reporter.print(line)
        } else {
            reporter.note(
                count == 0 ? "Nothing is staged." : "\(count.counting("group")), \(bytes.byteSize)")
        }
        return session.environment.interruption.signal.map(ExitStatus.init) ?? .success
    }
}
