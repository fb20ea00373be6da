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

    /// The commands that do the same, in the order in which it is done.
    var commands: [String] {
        let destinations = [plan.destination].compactMap(\.self).map { destination in
            "workphotos destination add \(shellQuoted(destination.name)) \(shellQuoted(destination.spec.shown))"
                + (destination.isMade ? " --create" : "")
        }
        let fences = plan.fences.compactMap { fence -> String? in
            guard case .circle(let center, let radius) = fence.shape else { return nil }
            let length = radius == radius.rounded() ? "\(Int(radius))" : "\(radius)"
            let (name, latitude, longitude) = (shellQuoted(fence.name), center.latitude, center.longitude)
            return "workphotos fence add \(name) --at \(latitude),\(longitude) --radius \(length)m"
        }
        let scan = ["workphotos scan"] + plan.roots.map { shellQuoted($0.bytes) }
        return destinations + fences + [scan.joined(separator: " ")]
    }

    /// The new configuration: the existing text followed by the directories and the destination; nil if it does not
    /// change.
    ///
    /// - Throws: `Failure` (78) if the result would not be a valid configuration.
    func configuration() throws(Failure) -> String? {
        if added.isEmpty { return nil }
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
                message: plan.roots.isEmpty
                    ? "The destination cannot be added at its end: write its table there"
                    : "It already has a table [scan]; add to it: roots = \(list)", path: path)
        }
        return text
    }

    private var added: String {
        [plan.roots.isEmpty ? nil : "[scan]\nroots = \(list)\n", destination].compactMap(\.self).joined(separator: "\n")
    }

    private var list: String {
        "[\(plan.roots.map { Self.quoted($0.string) }.joined(separator: ", "))]"
    }

    /// The destination's table, from which a lost index can be rebuilt; nil for a place that no table describes.
    private var destination: String? {
        guard let destination = plan.destination,
            let table = session.environment.destinationKinds.table(of: destination.spec)
        else { return nil }
        let isBare = destination.name.utf8.allSatisfy {
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
        }
        let name = isBare ? destination.name : Self.quoted(destination.name)
        return "[destinations.\(name)]\n" + table.map { "\($0.key) = \(Self.quoted($0.value))\n" }.joined()
    }

    private static func quoted(_ text: String) -> String {
        "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }

    /// Writes everything.
    ///
    /// - Parameter text: the new configuration; nil if it does not change.
    /// - Throws: `Failure`, or what the pipeline throws. What was written stays, and the same command goes on.
    func write(_ text: String?) async throws {
        // First what may be refused; and a destination of the configuration is not added to the index.
        if let destination = plan.destination {
            _ = try await session.destinationEdit(onlyReads: false, roots: plan.roots).add(
                destination.name, destination.spec, creating: destination.isMade, isDryRun: false)
        }
        if let text {
            try AtomicFile.put(Array(text.utf8), at: try session.places.configuration().path, isPrivate: true)
        }
        for fence in plan.fences {
            _ = try session.fenceEdit("setup").make(isDryRun: false) { file in
                do throws(FenceFileError) {
                    return try file.adding(fence, sending: FenceSending())
                } catch {
                    throw Failure(.failed, what: "fence", message: error.words, next: "workphotos fence list")
                }
            }
        }
    }
}
