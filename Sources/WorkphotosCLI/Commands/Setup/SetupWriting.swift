import PhotoFiles
import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

/// Writes what a set-up came to: each file whole, in the place of the one that is there.
struct SetupWriting {
    let plan: SetupPlan
    let session: Session

    /// What is shown before anything is written.
    ///
    /// - Parameter text: the configuration; nil where it stays as it is.
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

    /// The configuration as it is to be: what there is, and the directories behind it; nil where it stays as it is.
    ///
    /// - Throws: `Failure` (78) where that would be no configuration.
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

    /// Writes all of it.
    ///
    /// - Parameter text: the configuration; nil where it stays as it is.
    /// - Throws: `Failure`, `PipelineError`: what was written before stays, and the same command goes on from there.
    func write(_ text: String?) async throws {
        if let text { try WholeFile.put(Array(text.utf8), at: try session.places.configuration().path) }
        for fence in plan.fences {
            _ = try session.fenceEdit().make(isDryRun: false) { file in
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
