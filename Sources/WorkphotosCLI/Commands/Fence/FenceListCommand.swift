import ArgumentParser
import PhotoModel
import PhotoPipeline

/// `workphotos fence list`.
struct FenceListCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the fences.",
        discussion: """
            Examples:
              workphotos fence list
              workphotos fence list --json
            """)

    @OptionGroup
    var global: GlobalOptions

    func run(in session: Session) async throws -> ExitStatus {
        let loaded = try session.fenceStore().load()
        let fences = loaded.fences
        let sending = try loaded.sending()
        if session.reporter.isJSON {
            for fence in fences { try session.reporter.print(json(fence, sending[fence.name])) }
            var summary = JSONLine(type: "summary")
            summary.set("command", "fence list")
            summary.set("fences", fences.count)
            try session.reporter.print(summary)
        } else {
            let longest = fences.map { terminalSafe($0.name).displayWidth }.max() ?? 0
            let width = session.reporter.fitting.isNarrow ? min(20, longest) : 20
            for fence in fences {
                let text = row(fence, width: width) + notes(fence, sending[fence.name])
                try session.reporter.print(text)
            }
            if fences.isEmpty {
                session.reporter.note(
                    "There is no fence yet. Add one with: workphotos fence add NAME --at LAT,LON --radius 150m")
            }
        }
        return .success
    }

    private func json(_ fence: Fence, _ sending: FenceSending?) -> JSONLine {
        var line = JSONLine(type: "fence")
        line.set("name", fence.name)
        line.set("kind", fence.kind.rawValue)
        let circle = circle(of: fence)
        line.set("shape", circle == nil ? "polygon" : "circle")
        line.set("latitude", circle?.center.latitude)
        line.set("longitude", circle?.center.longitude)
        line.set("radius", circle?.radius)
        line.set("area", fence.shape.area)
        line.set(schedule: fence.schedule)
        line.set("folder", sending?.folder?.text)
        line.set("to", sending?.to)
        return line
    }

    private func circle(of fence: Fence) -> (center: Coordinate, radius: Double)? {
        if case .circle(let center, let radius) = fence.shape { (center, radius) } else { nil }
    }

    /// The fence's schedule, folder and destination.
    private func notes(_ fence: Fence, _ sending: FenceSending?) -> String {
        let parts: [String?] = [
            fence.schedule.text, sending?.folder.map { "folder \(terminalSafe($0.text))" },
            sending?.to.map { "to \(terminalSafe($0))" },
        ]
        let text = parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
        return text.isEmpty ? "" : "  (\(text))"
    }

    private func row(_ fence: Fence, width: Int) -> String {
        let place =
            circle(of: fence).map { "\(lengthText(meters: $0.radius)) around \($0.center.text)" }
            ?? "polygon of \(areaText(squareMeters: fence.shape.area))"
        return "\(padded(terminalSafe(fence.name), to: width))  \(padded(fence.kind.rawValue, to: 5))  \(place)"
    }
}
