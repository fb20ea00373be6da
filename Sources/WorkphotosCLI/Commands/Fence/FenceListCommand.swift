import ArgumentParser
import PhotoModel
import PhotoPipeline

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
        let (fences, own) = (loaded.fences, try session.places.fences())
        let sending = try loaded.sending()
        if session.reporter.isJSON {
            for fence in fences { try session.reporter.print(json(fence, terms(of: fence, sending), loaded)) }
            var summary = JSONLine(type: "summary")
            summary.set("command", "fence list")
            summary.set("fences", fences.count)
            try session.reporter.print(summary)
        } else {
            let longest = fences.map { terminalSafe($0.name).displayWidth }.max() ?? 0
            let width = session.reporter.fitting.isNarrow ? min(20, longest) : 20
            for fence in fences {
                let file = loaded.path(of: fence.name)
                let words =
                    FenceProperty.all.compactMap { $0.words(terms(of: fence, sending)) }
                    + (file == own ? [] : ["in \(terminalSafe(file.bytes))"])
                let notes = words.isEmpty ? "" : "  (\(words.joined(separator: ", ")))"
                try session.reporter.print(row(fence, width: width) + notes)
            }
            if fences.isEmpty {
                session.reporter.note(
                    "There is no fence yet. Add one with: workphotos fence add NAME --at LAT,LON --radius 150m")
            }
        }
        return .success
    }

    private func terms(of fence: Fence, _ sending: [String: FenceSending]) -> FenceTerms {
        FenceTerms(schedule: fence.schedule, sending: sending[fence.name] ?? FenceSending())
    }

    private func json(_ fence: Fence, _ terms: FenceTerms, _ loaded: LoadedFences) -> JSONLine {
        var line = JSONLine(type: "fence")
        line.set("name", fence.name)
        line.set("kind", fence.kind.rawValue)
        let circle = circle(of: fence)
        line.set("shape", circle == nil ? "polygon" : "circle")
        line.set("latitude", circle?.center.latitude)
        line.set("longitude", circle?.center.longitude)
        line.set("radius", circle?.radius)
        line.set("area", fence.shape.area)
        for property in FenceProperty.all {
            let texts = property.texts(terms)
            if property.isList { line.set(property.name, texts) } else { line.set(property.name, texts.first) }
        }
        line.set(path: loaded.path(of: fence.name))
        return line
    }

    private func circle(of fence: Fence) -> (center: Coordinate, radius: Double)? {
        if case .circle(let center, let radius) = fence.shape { (center, radius) } else { nil }
    }

    private func row(_ fence: Fence, width: Int) -> String {
        "\(padded(terminalSafe(fence.name), to: width))  \(padded(fence.kind.rawValue, to: 5))  \(fence.place)"
    }
}
