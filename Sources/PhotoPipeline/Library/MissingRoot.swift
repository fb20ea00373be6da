import PhotoFiles
import PhotoIndex
package import SystemPackage

/// A root that does not exist.
package struct MissingRoot: Hashable, Sendable {
    package let path: FilePath
    /// Where it may be now: the only directory of the configuration that was never scanned; nil if there is none or
    /// several.
    package let new: FilePath?
}

extension Library {
    /// The roots that do not exist.
    ///
    /// - Parameter named: the directories of the configuration; absolute.
    /// - Returns: the roots, in the order of their paths.
    package func missingRoots(among named: [FilePath]) throws -> [MissingRoot] {
        let known = try index.roots().map(\.path)
        let gone = known.filter { root in
            if case .missing = problem(with: root) { true } else { false }
        }
        if gone.isEmpty { return [] }
        let new = named.compactMap { try? resolveRoot($0) }.filter { path in
            !known.contains { path.starts(with: $0) }
        }
        return gone.map { MissingRoot(path: $0, new: new.count == 1 ? new.first : nil) }
    }

    private func problem(with root: FilePath) -> RootProblem? {
        do throws(RootProblem) {
            _ = try resolveRoot(root)
            return nil
        } catch {
            return error
        }
    }
}

/// A directory that a user named, with links resolved as in the index's paths.
///
/// - Parameter path: absolute.
/// - Returns: the directory; nil where it is none, or cannot be opened.
package func resolvedDirectory(_ path: FilePath) -> FilePath? { try? resolveRoot(path) }
