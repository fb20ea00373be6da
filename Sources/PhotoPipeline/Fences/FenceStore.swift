import Crypto
import PhotoFiles
package import PhotoModel
package import SystemPackage

/// The fences file: read once a run, and written so that no other edit is lost. The fences for all users of the machine
/// are read with it, and never written.
package struct FenceStore: Sendable {
    /// Where the file is, or would be.
    package let path: FilePath
    /// The file for all users; nil for none. It need not exist.
    private let system: FilePath?
    /// Whether nobody else may read a file that is made.
    private let isPrivate: Bool

    /// - Parameters:
    ///   - path: where the file is, or would be.
    ///   - system: the file for all users; nil for none.
    ///   - isPrivate: whether nobody else may read a file that is made: a home's fences tell where it is.
    package init(path: FilePath, system: FilePath? = nil, isPrivate: Bool = false) {
        self.path = path
        self.system = system == path ? nil : system
        self.isPrivate = isPrivate
    }

    /// Whether the system says that this user can write the file. Writing replaces it in its directory, which is made
    /// if there is none.
    package var isWritable: Bool {
        var directory = ((try? SmallFile.resolvingLinks(path)) ?? path).removingLastComponent()
        while !SmallFile.exists(directory), directory.removeLastComponent() {}
        return writingError(at: directory) == nil
    }

    /// Reads the files, with the digest of the bytes read. A missing file counts as empty.
    package func load() throws(PipelineError) -> LoadedFences {
        try loaded(try parse(try read(path), path))
    }

    /// Changes the file: `edit` receives its current content and returns the new bytes.
    ///
    /// Follows links, keeps the mode, writes a temporary file beside it, syncs, and renames only if the file still has
    /// the bytes that were read; otherwise it reads and edits again.
    package func change(_ edit: (FenceFile) throws -> [UInt8]) throws -> LoadedFences {
        let target = (try? SmallFile.resolvingLinks(path)) ?? path
        for _ in 0..<10 {
            let before = try read(path)
            let after = try edit(try parse(before, path))
            let isWritten = try wrapping {
                try SmallFile.replace(target, expecting: before, with: after, isPrivate: isPrivate)
            }
            if isWritten { return try loaded(try parse(after, path)) }
        }
        throw PipelineError(
            .unwritable, "The fences cannot be written: another program keeps changing them", path: path)
    }

    /// The content that the file would have after a change. Nothing is written.
    package func preview(_ edit: (FenceFile) throws -> [UInt8]) throws -> LoadedFences {
        let after = try edit(try parse(try read(path), path))
        return try loaded(try parse(after, path))
    }

    /// A content of the file, together with the fences for all users.
    private func loaded(_ file: FenceFile) throws(PipelineError) -> LoadedFences {
        guard let system, let bytes = try read(system) else { return LoadedFences(file, path: path) }
        return LoadedFences(file, path: path, system: try parse(bytes, system), at: system)
    }

    private func read(_ path: FilePath) throws(PipelineError) -> [UInt8]? {
        do {
            return try SmallFile.read(path)
        } catch {
            throw PipelineError(.fences, "The fences cannot be read: \(SmallFile.words(error))", path: path)
        }
    }

    private func parse(_ bytes: [UInt8]?, _ path: FilePath) throws(PipelineError) -> FenceFile {
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

/// The content of a fences file at one moment, and of the one for all users.
package struct LoadedFences: Sendable {
    /// The content of the user's file.
    package let file: FenceFile
    /// The fences of the user's file, then those for all users that count beside them.
    package let fences: [Fence]
    /// SHA-256 of the bytes they were read from; with a file for all users, of the two files' own. Verdicts follow
    /// it, so that without such a file it is that of the user's alone.
    package let digest: [UInt8]
    /// Where the user's file is.
    let path: FilePath
    /// The file for all users; nil where there is none.
    private let system: FenceFile?
    private let systemPath: FilePath
    /// Where the file for all users is; nil where there is none.
    package var sharedPath: FilePath? { system == nil ? nil : systemPath }
    /// By the names of the fences that come from the file for all users, their names there.
    private let systemNames: [String: String]

    init(_ file: FenceFile, path: FilePath) {
        self.init(file, path: path, system: nil, at: path)
    }

    /// Of equal names the user's fence counts. A fence for all users that is never work counts in any case: what keeps
    /// photos personal cannot be taken away by a name.
    init(_ file: FenceFile, path: FilePath, system: FenceFile?, at systemPath: FilePath) {
        (self.file, self.path, self.system, self.systemPath) = (file, path, system, systemPath)
        var (all, names): ([Fence], [String: String]) = (file.fences, [:])
        for fence in system?.fences ?? [] where fence.kind == .never || !all.contains(where: { $0.name == fence.name })
        {
            var named = fence
            while all.contains(where: { $0.name == named.name }) { named.name += " (all users)" }
            all.append(named)
            names[named.name] = fence.name
        }
        (fences, systemNames) = (all, names)
        let own = Array(SHA256.hash(data: file.bytes))
        digest = system.map { Array(SHA256.hash(data: own + Array(SHA256.hash(data: $0.bytes)))) } ?? own
    }

    /// The file that a fence comes from.
    ///
    /// - Parameter fence: the fence's name in ``fences``.
    package func path(of fence: String) -> FilePath { systemNames[fence] == nil ? path : systemPath }

    /// The line, from 1, in which a fence's value of a property stands; nil where it has none.
    func line(of property: String, fence: String) -> Int? {
        if let name = systemNames[fence] { return system?.lines(of: property)[name] }
        return file.lines(of: property)[fence]
    }

    /// Where the fences' photos are sent, by the fences' names; of those that say so.
    ///
    /// - Throws: `PipelineError` with file and line for an invalid value.
    package func sending() throws(PipelineError) -> [String: FenceSending] {
        var sending = try Self.sending(of: file, at: path)
        guard let system else { return sending }
        let shared = try Self.sending(of: system, at: systemPath)
        for (name, original) in systemNames { sending[name] = shared[original] }
        return sending
    }

    private static func sending(
        of file: FenceFile, at path: FilePath
    ) throws(PipelineError) -> [String: FenceSending] {
        do {
            return try file.sending()
        } catch {
            throw PipelineError(.fences, error.message, path: path, line: error.line)
        }
    }

    /// The destinations that this names, with where they stand, by the fences' names.
    package func destinations(_ sending: [String: FenceSending]) -> [String: FenceDestination] {
        sending.reduce(into: [:]) { destinations, fence in
            guard let text = fence.value.to, let line = line(of: "to", fence: fence.key) else { return }
            destinations[fence.key] = FenceDestination(text: text, path: path(of: fence.key), line: line)
        }
    }
}
