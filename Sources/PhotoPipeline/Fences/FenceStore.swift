import Crypto
import PhotoFiles
package import PhotoModel
package import SystemPackage

/// The fences file: read once a run, and written so that no other edit is lost.
package struct FenceStore: Sendable {
    /// Where the file is, or would be.
    package let path: FilePath

    package init(path: FilePath) {
        self.path = path
    }

    /// Reads the file, with the digest of the bytes read. A missing file counts as empty.
    ///
    /// - Throws: `PipelineError` when the file cannot be read or is invalid.
    package func load() throws(PipelineError) -> LoadedFences {
        return LoadedFences(try parse(try read()), path: path)
    }

    /// Changes the file: `edit` receives its current content and returns the new bytes.
    ///
    /// Follows links, keeps the mode, writes a temporary file beside it, syncs, and renames only if the file still has
    /// the bytes that were read; otherwise it reads and edits again.
    ///
    /// - Throws: what `edit` throws, and `PipelineError` when the file cannot be read or written.
    package func change(_ edit: (FenceFile) throws -> [UInt8]) throws -> LoadedFences {
        let target = (try? SmallFile.resolvingLinks(path)) ?? path
        for _ in 0..<10 {
            let before = try read()
            let after = try edit(try parse(before))
            let isWritten = try wrapping { try SmallFile.replace(target, expecting: before, with: after) }
            if isWritten { return LoadedFences(try parse(after), path: path) }
        }
        throw PipelineError(
            .unwritable, "The fences cannot be written: another program keeps changing them", path: path)
    }

    /// The content that the file would have after a change. Nothing is written.
    ///
    /// - Throws: what `edit` throws, and `PipelineError` when the file cannot be read.
    package func preview(_ edit: (FenceFile) throws -> [UInt8]) throws -> LoadedFences {
        let after = try edit(try parse(try read()))
        return LoadedFences(try parse(after), path: path)
    }

    private func read() throws(PipelineError) -> [UInt8]? {
        do {
            return try SmallFile.read(path)
        } catch {
            throw PipelineError(.fences, "The fences cannot be read: \(error)", path: path)
        }
    }

    private func parse(_ bytes: [UInt8]?) throws(PipelineError) -> FenceFile {
        guard let bytes else { return FenceFile() }
        do {
            return try FenceFile(parsing: bytes)
        } catch {
            throw PipelineError(.fences, error.message, path: path, line: error.line)
        }
    }

    private func wrapping(_ work: () throws -> Bool) throws(PipelineError) -> Bool {
        do {
            return try work()
        } catch {
            throw PipelineError(.unwritable, "The fences cannot be written: \(error)", path: path)
        }
    }
}

/// The content of a fences file at one moment.
package struct LoadedFences: Sendable {
    /// The file's content.
    package let file: FenceFile
    /// SHA-256 of the bytes it was read from.
    package let digest: [UInt8]
    /// Where it is.
    let path: FilePath

    init(_ file: FenceFile, path: FilePath) {
        self.file = file
        self.path = path
        digest = Array(SHA256.hash(data: file.bytes))
    }

    /// The fences.
    package var fences: [Fence] { file.fences }

    /// Where the fences' photos are sent, by the fences' names; of those that say so.
    ///
    /// - Throws: `PipelineError` with file and line for an invalid value.
    package func sending() throws(PipelineError) -> [String: FenceSending] {
        do {
            return try file.sending()
        } catch {
            throw PipelineError(.fences, error.message, path: path, line: error.line)
        }
    }

    /// The destinations that this names, with where they stand, by the fences' names.
    package func destinations(_ sending: [String: FenceSending]) -> [String: FenceDestination] {
        let lines = file.lines(of: "to")
        return sending.reduce(into: [:]) { destinations, fence in
            guard let text = fence.value.to, let line = lines[fence.key] else { return }
            destinations[fence.key] = FenceDestination(text: text, path: path, line: line)
        }
    }
}
