import ArgumentParser
import PhotoModel
import PhotoPipeline

struct FenceTestCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Show how a photo taken at a point would be judged.",
        discussion: """
            Prints the verdict and the distance to the boundary of every fence, nearest first; a negative distance is \
            inside. If the position begins with a minus sign, put `--` before it, or put it in quotation marks with a \
            leading space.

            Examples:
              workphotos fence test 52.5201,13.4049
              workphotos fence test 52.5201,13.4049 --time 2026-05-01T10:00
              workphotos fence test --json -- -33.8688,151.2093
            """)

    @Argument(help: ArgumentHelp("Position to test.", valueName: "lat,lon"), transform: coordinate)
    var point: Coordinate

    @Option(
        help: ArgumentHelp(
            "Time to test: wall time at the place, with or without an offset, such as 2026-05-01T10:00 or "
                + "2026-05-01T10:00+02:00.", valueName: "time"),
        transform: captureMoment)
    var time: CaptureTime?

    @OptionGroup
    var global: GlobalOptions

    func run(in session: Session) async throws -> ExitStatus {
        let triage = try session.rules().triage
        var facts = PhotoFacts(format: .jpeg)
        facts.position = .valid(point)
        facts.captureTime = time
        let judgement = triage.judge(facts)
        let distances = triage.distances(to: point)
        if session.reporter.isJSON {
            for entry in distances { try session.reporter.print(json(entry.fence, entry.distance)) }
            try session.reporter.print(summary(judgement))
        } else {
            try session.reporter.print("\(judgement.verdict.rawValue) (\(judgement.reason.rawValue))")
            for entry in distances { try session.reporter.print(row(entry.fence, entry.distance)) }
        }
        return .success
    }

    private func json(_ fence: Fence, _ distance: Double) -> JSONLine {
        var line = JSONLine(type: "fenceDistance")
        line.set("fence", fence.name)
        line.set("kind", fence.kind.rawValue)
        line.set("distance", distance)
        line.set("inside", distance <= 0)
        return line
    }

    private func summary(_ judgement: Judgement) -> JSONLine {
        var line = JSONLine(type: "summary")
        line.set("command", "fence test")
        line.set("latitude", point.latitude)
        line.set("longitude", point.longitude)
        line.set("takenAt", time?.wall.text)
        line.set("verdict", judgement.verdict.rawValue)
        line.set("reason", judgement.reason.rawValue)
        line.set("fence", judgement.fence)
        line.set("distance", judgement.distance)
        return line
    }

    private func row(_ fence: Fence, _ distance: Double) -> String {
        let meters = lengthText(meters: abs(distance))
        return "\(padded(terminalSafe(fence.name), to: 20))  \(meters) \(distance <= 0 ? "inside" : "outside")"
    }
}
