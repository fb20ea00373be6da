import PhotoFiles
import PhotoIntake
package import PhotoModel
import Synchronization
package import SystemPackage

/// Judges named files without an index, a directory at a time: some directories are read at once, and shown in their
/// order. Nothing is kept of one that was shown, but on which file system it is.
package struct JudgedInspection: Sendable {
    private let rules: JudgingRules
    private let options: ScanOptions
    private let environment: Environment
    /// The directories of ``options``, without links.
    private let roots: [FilePath]
    private let fileSystems = FileSystemTable()

    /// - Parameter options: how a scan would walk; patterns of paths refer to those of its directories that exist.
    package init(rules: JudgingRules, options: ScanOptions, environment: Environment) {
        self.rules = rules
        self.options = options
        self.environment = environment
        roots = options.directories.compactMap { try? resolveRoot($0) }
    }

    private typealias Results = [Result<Photo, Inspection.Refusal>]

    private enum Event: Sendable {
        /// The names of the next directory; nil at the end.
        case named(NamedDirectories.Part?)
        /// The results of a directory, by its number.
        case judged(Int, Results)
    }

    /// Judges files until a signal.
    ///
    /// - Parameter show: receives what became of the files of a directory, in the order in which they are named.
    package func run(
        _ files: NamedDirectories, show: ([Result<Photo, Inspection.Refusal>]) throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Event.self) { group in
            var (taken, shown) = (0, 0)
            var done: [Int: Results] = [:]
            // Whether the next names are being read, or there are none.
            var isReading = false
            while true {
                if !isReading, taken - shown < environment.readers {
                    // Who writes the list may wait for what is shown: reading it holds nothing up.
                    group.addTask(executorPreference: environment.threads) { .named(try files.next()) }
                    isReading = true
                }
                // After a signal a directory is read no further, and its results are not those of a scan.
                guard let event = try await group.next(), environment.interruption.signal == nil else { return }
                switch event {
                case .named(let part?):
                    group.addTask { [taken] in .judged(taken, await results(part)) }
                    taken += 1
                    isReading = false
                case .named(nil): break
                case .judged(let number, let results): done[number] = results
                }
                while let results = done.removeValue(forKey: shown) {
                    try show(results)
                    shown += 1
                }
            }
        }
    }

    private func results(_ part: NamedDirectories.Part) async -> Results {
        var inspection = Inspection(clock: environment.clock)
        do throws(RootProblem) {
            let place = place(of: try resolveRoot(part.directory.isEmpty ? "." : part.directory))
            let directory = await JudgedDirectory(
                place, options: options, rules: rules, fileSystems: fileSystems, in: environment)
            var results: Results = []
            for file in part.files where environment.interruption.signal == nil {
                results.append(directory.result(file, &inspection))
            }
            return results
        } catch {
            let finding = error.finding
            return part.files.map { .failure(Inspection.refusal($0, finding.kind, finding.detail)) }
        }
    }

    /// A directory as a part of its root; of no known root, as one itself.
    private func place(of directory: FilePath) -> WalkRoot {
        guard let root = roots.first(where: { directory.starts(with: $0) }) else {
            return WalkRoot(id: 0, path: directory)
        }
        var below = directory
        _ = below.removePrefix(root)
        return WalkRoot(id: 0, path: root, start: below.bytes)
    }
}

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
