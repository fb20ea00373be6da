package import PhotoModel
package import SystemPackage

/// What is to be copied out of the library, where to, and how.
package struct ExportOrder: Sendable {
    /// How copies are named.
    package enum Names: String, CaseIterable, Sendable {
        /// As uploads are, by the template of `[upload] folder` or of the fence.
        case original
        /// With a number of the group: `0001.jpg`, without directories. A name may tell date and time.
        case number
    }

    /// The directory, absolute. It need not exist.
    let directory: FilePath
    /// Whose groups are copied; with the verdicts of work, if none is given.
    let selection: PhotoSelection
    /// What the copies leave out; nil for nothing.
    let cleaning: CleanDepth?
    let names: Names
    /// Whether groups go whose verdict depends on an inferred position.
    let includesInferred: Bool
    let isDryRun: Bool

    /// - Parameters:
    ///   - directory: the directory, absolute. It need not exist.
    ///   - selection: whose groups are copied; if it has no verdicts, those that are work.
    ///   - cleaning: what the copies leave out; nil for nothing.
    ///   - includesInferred: whether groups go whose verdict depends on an inferred position.
    package init(
        to directory: FilePath, _ selection: PhotoSelection, cleaning: CleanDepth? = nil, names: Names = .original,
        includesInferred: Bool = false, isDryRun: Bool = false
    ) {
        var selection = selection
        if selection.verdicts.isEmpty { selection.verdicts = [.work] }
        self.directory = directory
        self.selection = selection
        self.cleaning = cleaning
        self.names = names
        self.includesInferred = includesInferred
        self.isDryRun = isDryRun
    }
}

/// What came of a file that was to be copied.
package struct ExportResult: Sendable {
    /// How it ended. The raw values are the contract's.
    package enum State: String, CaseIterable, Sendable {
        /// It would be copied: in a dry run.
        case planned
        /// The copy is there, made or found.
        case done
        /// It could not be read or written, or has changed since the scan.
        case failed
        /// It cannot be cleaned for sure, or is judged otherwise by now.
        case refused
    }

    /// The file in the library.
    package let path: FilePath
    /// The copy, absolute; nil if there is none.
    package var target: FilePath?
    /// What the copy leaves out, in the order of ``Carrier``.
    package var removed: [Carrier] = []
    package var state: State
    /// Why there is no copy, in words that follow the file's name; nil if there is one.
    package var why: String?
    /// The size of the copy in bytes; 0 if there is none.
    package var bytes: Int64 = 0
    /// Whether the copy was there already.
    package var isKnown = false
}

/// What an export came to.
package struct ExportSummary: Sendable {
    /// The directory, with links resolved.
    package let directory: FilePath
    /// The number of files of each state.
    package private(set) var byState: [ExportResult.State: Int] = [:]
    /// How many groups have a copy of a file.
    package internal(set) var photos = 0
    package private(set) var bytes: Int64 = 0
    /// How many copies were there already.
    package private(set) var known = 0
    /// How many photos of the selection were not looked at before a signal.
    package internal(set) var left = 0
    /// Unfinished copies in the directories of the copies, which another export left or is writing.
    package internal(set) var unfinished: [FilePath] = []
    /// The signal that ended it; nil if none did.
    package internal(set) var signal: InterruptionSignal?
    /// How long it took.
    package internal(set) var seconds = 0.0

    init(directory: FilePath) { self.directory = directory }

    /// The number of files of a state.
    package func count(_ state: ExportResult.State) -> Int { byState[state, default: 0] }

    mutating func count(_ result: ExportResult) {
        byState[result.state, default: 0] += 1
        bytes += result.bytes
        if result.isKnown { known += 1 }
    }
}

/// Why a file has no copy.
struct ExportFailure: Error {
    let state: ExportResult.State
    /// In words that follow the file's name.
    let why: String

    static func failed(_ why: String) -> ExportFailure { ExportFailure(state: .failed, why: why) }

    /// What the rules or the last look say of a group.
    static func objected(_ objection: Action.Reason, ofFiles files: Int) -> ExportFailure {
        switch objection {
        case .notWork: ExportFailure(state: .refused, why: "has another verdict by now")
        case .inferred:
            ExportFailure(state: .refused, why: "has its verdict by an inferred position (--include-inferred)")
        case .changedSincePlan: .failed("belongs to another fence by now")
        case .unreadable: .failed("cannot be read now, or another file that tells what it is cannot")
        default: .failed(files > 1 ? "is of a group that \(changed)" : changed)
        }
    }

    /// What is said of a file that is not as it was judged.
    static let changed = "has changed since the last scan"
}
