import PhotoFiles
import PhotoIndex
import PhotoModel
package import SystemPackage

/// Changes roots in the index by hand. Excluded while a scan runs, which would otherwise save its results in a root
/// that has moved or is gone.
package struct RootEdit {
    private let path: FilePath
    private let owner: String
    private let isDryRun: Bool
    private let wait: Duration
    private let environment: Environment

    /// - Parameters:
    ///   - isDryRun: whether the change happens in a copy in memory only.
    ///   - wait: how long to wait for another run that holds the lock.
    package init(path: FilePath, isDryRun: Bool, wait: Duration, environment: Environment) {
        self.path = path
        owner = environment.owner
        self.isDryRun = isDryRun
        self.wait = wait
        self.environment = environment
    }

    /// Changes a root's path.
    ///
    /// - Returns: the new path, resolved, and how many marks as work have given way to personal ones that came to
    ///   their paths.
    package func rename(_ old: FilePath, to new: FilePath) async throws -> (root: FilePath, yielded: Int) {
        let index = try open()
        let lock = try await lock()
        defer { withExtendedLifetime(lock) {} }
        let root = try root(old, in: index)
        try checkSettled(root, in: index)
        let resolved: FilePath
        do {
            resolved = try resolveRoot(new)
        } catch {
            throw PipelineError(.unknown, error.finding.detail, path: new)
        }
        let fileSystem = try FileSystemIdentity(ofDirectory: resolved)
        let yielded = try index.rename(root: root, to: resolved, fileSystem: fileSystem, at: environment.clock.now)
        return (resolved, yielded)
    }

    /// Removes a root, and what is known of its files, from the index.
    package func forget(_ directory: FilePath) async throws -> FilePath {
        let index = try open()
        let lock = try await lock()
        defer { withExtendedLifetime(lock) {} }
        let root = try root(directory, in: index)
        try checkSettled(root, in: index)
        try index.forget(root: root, at: environment.clock.now)
        return root
    }

    /// Checks that no killed run has left work in a root: settling finds parked files by the paths that they had.
    private func checkSettled(_ root: FilePath, in index: PhotoIndex) throws {
        let actions = try index.underWay(nil)
        let isUnderWay = actions.contains { action in
            action.kind != .upload && action.members.contains { $0.path.starts(with: root) }
        }
        guard isUnderWay else { return }
        throw PipelineError(
            .unknown, "A killed run has parked files in it: put it back where it was, and settle that run first",
            path: root, remedy: .scan())
    }

    private func lock() async throws -> ActLock? {
        isDryRun ? nil : try await takeLock(beside: path, waiting: wait, in: environment)
    }

    private func open() throws -> PhotoIndex {
        try writeIndex(at: path, owner: owner, isDryRun: isDryRun, mustExist: true)
    }

    /// A root's path: as typed, or resolved.
    private func root(_ path: FilePath, in index: PhotoIndex) throws -> FilePath {
        let roots = try index.roots().map(\.path)
        let candidates = [path.lexicallyNormalized(), try? resolveRoot(path)]
        guard let root = candidates.compactMap(\.self).first(where: roots.contains) else {
            throw PipelineError(.unknown, "The index has no such root", path: path, remedy: .listRoots)
        }
        return root
    }
}
