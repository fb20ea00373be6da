import PhotoFiles
package import PhotoModel
import SystemPackage

/// Where a plan is written.
package enum PlanTarget: Sendable {
    case file(OutputFile)
    /// Standard output, which this writes to.
    case output(@Sendable ([UInt8]) throws -> Void)
}

/// Writes a plan: a `plan` line, an `action` line for each group, and a `summary` line, whose absence shows that a
/// plan was truncated. A file appears under its name only when it is complete.
///
/// Used by one task. An unfinished file is removed when the value is destroyed.
package final class PlanWriter {
    private let target: PlanTarget
    /// The file; nil for standard output.
    private var new: NewFile?
    private var written: Int64 = 0
    private var buffer: [UInt8]
    private var groups = 0
    private var files = 0
    private var bytes: Int64 = 0
    private static let blockSize = 1 << 18

    /// Begins a plan, one for a file in a temporary file beside its place.
    ///
    /// - Parameters:
    ///   - target: the plan's place.
    ///   - header: the plan's first line.
    package init(_ target: PlanTarget, header: PlanHeader) throws(PipelineError) {
        self.target = target
        new = if case .file(let file) = target { try file.begin() } else { nil }
        buffer = header.line
    }

    /// Writes one group.
    ///
    /// - Throws: `PipelineError` where the file cannot be written, `ConsoleError` where standard output cannot.
    package func add(_ action: Action) throws {
        buffer += JSONLine(action: action).line
        groups += 1
        files += action.members.count
        bytes += action.bytes
        if buffer.count >= Self.blockSize { try flush() }
    }

    /// Moves the complete plan to its place, durably. Nothing can be added afterwards.
    ///
    /// - Throws: as for ``add(_:)``; then the file that was there before still is.
    package func finish() throws {
        var end = JSONLine(type: "summary")
        end.set("command", "plan")
        end.set("groups", groups)
        end.set("files", files)
        end.set("bytes", bytes)
        buffer += end.line
        try flush()
        if case .file(let file) = target { try file.writing { try new?.finish() } }
    }

    private func flush() throws {
        switch target {
        case .file(let file): try file.writing { try new?.file.write(buffer, at: written) }
        case .output(let write): try write(buffer)
        }
        written += Int64(buffer.count)
        buffer.removeAll(keepingCapacity: true)
    }
}
