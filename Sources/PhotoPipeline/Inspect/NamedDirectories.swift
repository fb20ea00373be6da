import PhotoModel
import Synchronization
package import SystemPackage

/// Named files in the order in which they are named, cut into those of one directory each.
package final class NamedDirectories: Sendable {
    /// Consecutive names of files in one directory.
    struct Part {
        /// The directory as it was named; empty for the current one.
        let directory: FilePath
        let files: [FilePath]
    }

    fileprivate struct State {
        /// Names that were read and not yet taken, the next one last.
        var waiting: [FilePath]
        /// The beginning of a name that was not read to its end.
        var rest: [UInt8] = []
        /// Reads on in the list; nil at its end.
        var readOn: (@Sendable () throws -> [UInt8]?)?
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - files: the first names.
    ///   - list: returns the next bytes of a list of further names, each ended by NUL; none at its end, nil where it is
    ///     read no further. Empty names are skipped.
    package init(_ files: [FilePath], then list: (@Sendable () throws -> [UInt8]?)? = nil) {
        state = Mutex(State(waiting: files.reversed(), readOn: list))
    }

    /// The next directory's names, as soon as the name after them is known; nil at the end. Called by one task at a
    /// time.
    ///
    /// - Throws: the list's error.
    func next() throws -> Part? {
        try state.withLock { state in
            guard let first = try state.take(where: { _ in true }) else { return nil }
            let directory = first.removingLastComponent()
            var files = [first]
            while let file = try state.take(where: { $0.removingLastComponent() == directory }) { files.append(file) }
            return Part(directory: directory, files: files)
        }
    }
}

extension NamedDirectories.State {
    /// Takes the next name if it meets a condition.
    fileprivate mutating func take(where isWanted: (FilePath) -> Bool) throws -> FilePath? {
        while waiting.isEmpty, let list = readOn {
            guard let bytes = try list() else {
                readOn = nil
                break
            }
            var names = (rest + bytes).split(separator: 0, omittingEmptySubsequences: false)
            // The last piece is the beginning of a name, except at the end of the list.
            rest = bytes.isEmpty ? [] : names.popLast().map { Array($0) } ?? []
            if bytes.isEmpty { readOn = nil }
            waiting = names.filter { !$0.isEmpty }.map { FilePath(bytes: Array($0)) }.reversed()
        }
        guard let next = waiting.last, isWanted(next) else { return nil }
        return waiting.removeLast()
    }
}
