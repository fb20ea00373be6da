import ArgumentParser
import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

struct IndexCheckCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check the integrity of the index.",
        discussion: """
            Reads the whole index: SQLite's integrity check, every reference, and the rules that photos, groups and \
            verdicts follow. The exit status is 1 if something is wrong, and 10 if the index cannot be read.

            For a damaged index, or one from before the first release, also lists the ways to have one again, and what \
            each loses: the newest backup that exists and is sound, the receipts that destinations keep of what was \
            sent, and a new scan. Backups are found where workphotos index backup wrote them, and beside the index.

            Examples:
              workphotos index check
            """)

    @OptionGroup
    var global: GlobalOptions

    var activity: String { "Checking the index" }

    func run(in session: Session) async throws -> ExitStatus {
        let path = try session.places.index()
        switch try IndexHealth(of: path, owner: session.environment.owner) {
        case .whole:
            if session.reporter.isJSON { try session.reporter.print(summary(path, faults: 0)) }
            if !session.reporter.isJSON, !session.reporter.isQuiet {
                try session.reporter.print("The index is intact.")
            }
            return .success
        case .faulty(let faults):
            try show(faults, session.recovery(of: path), path, session.reporter)
            return .failed
        case .unreadable(let error):
            let ways = session.recovery(of: path)
            var failure = Failure(error)
            failure.next = ways.next
            if session.reporter.isJSON { try ways.printObjects() }
            let status = session.reporter.report(failure)
            if !session.reporter.isJSON { try ways.printText() }
            return status
        }
    }

    private func show(_ faults: [String], _ ways: RecoveryReport, _ path: FilePath, _ reporter: Reporter) throws {
        guard reporter.isJSON else {
            try faults.forEach { try reporter.print($0) }
            return try ways.printText()
        }
        for fault in faults {
            var line = JSONLine(type: "fault")
            line.set("message", fault)
            try reporter.print(line)
        }
        try ways.printObjects()
        try reporter.print(summary(path, faults: faults.count))
    }

    private func summary(_ path: FilePath, faults: Int) -> JSONLine {
        var summary = JSONLine(type: "summary")
        summary.set("command", "index check")
        summary.set(path: path)
        summary.set("faults", faults)
        return summary
    }
}
