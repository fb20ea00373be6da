import PhotoModel
import PhotoPipeline
import SystemPackage

/// How paths are shown in lists: whole for programs, shortened at a terminal.
///
/// A path that was shortened begins with `…`, so that nobody takes it for one to type.
struct ShownPath {
    /// The roots, whose parents are left out; nil if paths stay whole.
    let roots: [FilePath]?

    /// - Parameters:
    ///   - path: the path, absolute.
    ///   - width: the columns for it; nil for as many as it needs.
    /// - Returns: the path, safe for a terminal: from its root's name on, and of that the end that fits.
    func text(_ path: FilePath, width: Int? = nil) -> String {
        guard let roots else { return terminalSafe(path.bytes) }
        var short = path
        if let root = roots.first(where: { path.starts(with: $0) }), root.components.count > 1 {
            _ = short.removePrefix(root.removingLastComponent())
        }
        let text = (short == path ? "" : "…/") + terminalSafe(short.bytes)
        guard let width else { return text }
        return text.shortenedAtStart(to: max(width, 8))
    }
}

extension Session {
    /// How paths are shown on standard output.
    ///
    /// - Parameter library: the library, whose roots are asked for at a terminal only.
    func shownPath(in library: () throws -> Library) throws -> ShownPath {
        ShownPath(roots: environment.console.isTerminal(.output) ? try library().roots().map(\.path) : nil)
    }
}
