import PhotoFiles
import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

/// Writes the result of the set-up. Each file is replaced as a whole.
struct SetupWriting {
    let plan: SetupPlan
    let session: Session

    /// What is shown before anything is written.
    ///
    /// - Parameter text: the new configuration; nil if it does not change.
    /// - Returns: the lines.
    func lines(_ text: String?) -> [String] {
        var lines: [String] = []
        if text != nil, let path = try? session.places.configuration().path {
            lines.append("\(terminalSafe(path.bytes)):")
            lines += added.split(separator: "\n").map { "  \($0)" }
        }
        if !plan.fences.isEmpty, let path = try? session.places.fences() {
            lines.append("\(terminalSafe(path.bytes)):")
            lines += plan.fences.map { fence in
                guard case .circle(let center, let radius) = fence.shape else { return "  \(terminalSafe(fence.name))" }
                return "  \(terminalSafe(fence.name)): \(lengthText(meters: radius)) around "
                    + "\(center.latitude),\(center.longitude)"
            }
        }
        if let destination = plan.destination {
            lines.append(
                "Copies go to \(terminalSafe(destination.spec.shown)), called \(terminalSafe(destination.name))")
        }
        return lines
    }

    /// The new configuration: the existing text followed by the directories; nil if it does not change.
    ///
    /// - Throws: `Failure` (78) if the result would not be a valid configuration.
    func configuration() throws(Failure) -> String? {
        if plan.roots.isEmpty { return nil }
        let path = try session.places.configuration().path
        let before = ((try? SmallFile.read(path)) ?? nil).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let gap = before.isEmpty ? "" : before.hasSuffix("\n") ? "\n" : "\n\n"
        let text = before + gap + added
        do {
            _ = try ConfigurationReader.read(
                [ConfigurationLayer(path: path, bytes: Array(text.utf8))], kinds: session.environment.destinationKinds)
        } catch {
            throw Failure(
                .configuration, what: "configuration",
                message: "It already has a table [scan]; add to it: roots = \(list)", path: path)
        }
        return text
    }

    private var added: String {
        plan.roots.isEmpty ? "" : "[scan]\nroots = \(list)\n"
    }

    private var list: String {
        let texts = plan.roots.map { root in
            "\"\(root.string.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
        }
        return "[\(texts.joined(separator: ", "))]"
    }

    /// Writes everything.
    ///
    /// - Parameter text: the new configuration; nil if it does not change.
    /// - Throws: `Failure` or `PipelineError`. What was already written stays, and running the command again continues.
    func write(_ text: String?) async throws {
        if let text { try WholeFile.put(Array(text.utf8), at: try session.places.configuration().path) }
        for fence in plan.fences {
            _ = try session.fenceEdit("setup").make(isDryRun: false) { file in
                do throws(FenceFileError) {
                    return try file.adding(fence, sending: FenceSending())
                } catch {
                    throw Failure(.failed, what: "fence", message: error.words, next: "workphotos fence list")
                }
            }
        }
        if let destination = plan.destination {
            _ = try await session.destinationEdit(onlyReads: false).add(
                destination.name, destination.spec, creating: destination.isMade, isDryRun: false)
        }
    }
}
