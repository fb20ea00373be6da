import PhotoFiles
package import PhotoModel
import SystemPackage

/// Writes a plan file: a `plan` line, an `action` line for each group, and a `summary` line, whose absence shows that a
/// file was truncated. The file appears under its name only when it is complete.
///
/// Used by one task. An unfinished file is removed when the value is destroyed.
package final class PlanWriter {
    private let file: OutputFile
    private var new: NewFile
    private var written: Int64 = 0
    private var buffer: [UInt8]
    private var groups = 0
    private var files = 0
    private var bytes: Int64 = 0
    private static let blockSize = 1 << 18

    /// Begins a plan in a temporary file beside its place.
    ///
    /// - Parameters:
    ///   - file: the plan's place.
    ///   - header: the plan's first line.
    /// - Throws: `PipelineError` where it cannot be written.
    package init(_ file: OutputFile, header: PlanHeader) throws(PipelineError) {
        self.file = file
        new = try file.begin()
        buffer = header.line
    }

    /// Writes one group.
    ///
    /// - Throws: `PipelineError` where it cannot be written.
    package func add(_ action: Action) throws(PipelineError) {
        buffer += JSONLine(action: action).line
        groups += 1
        files += action.members.count
        bytes += action.bytes
        if buffer.count >= Self.blockSize { try file.writing { try flush() } }
    }

    /// Moves the complete plan to its place, durably. Nothing can be added afterwards.
    ///
    /// - Throws: `PipelineError` where it cannot be written; then the file that was there before still is.
    package func finish() throws(PipelineError) {
        var end = JSONLine(type: "summary")
        end.set("command", "plan")
        end.set("groups", groups)
        end.set("files", files)
        end.set("bytes", bytes)
        buffer += end.line
        try file.writing {
            try flush()
            try new.finish()
        }
    }

    private func flush() throws(Errno) {
        try new.file.write(buffer, at: written)
        written += Int64(buffer.count)
        buffer.removeAll(keepingCapacity: true)
    }
}
