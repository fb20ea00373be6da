import PhotoFiles
package import PhotoModel
package import SystemPackage

/// Writes a plan file: a `plan` line, an `action` line for each group, and a `summary` line, whose absence shows that a
/// file was truncated. The file appears under its name only when it is complete.
///
/// Used by one task. An unfinished file is removed when the value is destroyed.
package final class PlanWriter {
    private let path: FilePath
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
    ///   - path: the plan's place; absolute. A link is followed. An existing plan is replaced, but no other file: a
    ///     typing error may name a photo.
    ///   - header: the plan's first line.
    /// - Throws: `PipelineError` where it cannot be written.
    package init(_ path: FilePath, header: PlanHeader) throws(PipelineError) {
        let path = (try? SmallFile.resolvingLinks(path)) ?? path
        self.path = path
        if let status = try? FileStatus(at: path), !status.isRegular {
            throw PipelineError(.unwritable, "The plan cannot be written: this is not a regular file", path: path)
        }
        guard Self.mayReplace(path) else {
            throw PipelineError(
                .unwritable, "The plan cannot be written: another file has this name, and it is not a plan", path: path)
        }
        do {
            new = try NewFile(at: path, mode: 0o644)
        } catch {
            throw PipelineError(.unwritable, "The plan cannot be written: \(error)", path: path)
        }
        buffer = header.line
    }

    /// Whether a path has no file, an empty one, or a plan. A file that cannot be read may be anything.
    private static func mayReplace(_ path: FilePath) -> Bool {
        let file: FileDescriptor
        do {
            file = try FileDescriptor.boundedOpen(path, .readOnly, options: [.closeOnExec, .nonBlocking])
        } catch {
            return error as? Errno == .noSuchFileOrDirectory
        }
        defer { try? file.close() }
        var start = [UInt8](repeating: 0, count: PlanHeader.start.count)
        guard let count = unsafe start.withUnsafeMutableBytes({ unsafe try? file.boundedRead(into: $0) }) else {
            return false
        }
        return count == 0 || start == PlanHeader.start
    }

    /// Writes one group.
    ///
    /// - Throws: `PipelineError` where it cannot be written.
    package func add(_ action: Action) throws(PipelineError) {
        buffer += JSONLine(action: action).line
        groups += 1
        files += action.members.count
        bytes += action.bytes
        if buffer.count >= Self.blockSize { try writing { try flush() } }
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
        try writing {
            try flush()
            try new.finish()
        }
    }

    private func flush() throws(Errno) {
        try new.file.write(buffer, at: written)
        written += Int64(buffer.count)
        buffer.removeAll(keepingCapacity: true)
    }

    private func writing(_ work: () throws -> Void) throws(PipelineError) {
        do {
            try work()
        } catch {
            throw PipelineError(.unwritable, "The plan cannot be written: \(error)", path: path)
        }
    }
}
