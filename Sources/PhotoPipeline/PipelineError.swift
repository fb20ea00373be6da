import PhotoIndex
package import PhotoModel
package import SystemPackage

/// Why work could not be done, in words a person can act on. The functions of this module throw the index's errors as
/// they are; a front end makes one of these of them to show it.
package struct PipelineError: Error, Hashable {
    /// The kind of failure, from which front ends choose an exit code.
    package enum Kind: String, Sendable {
        /// There is no index, but one is needed.
        case noIndex = "no-index"
        /// The index cannot be used by this program: it is another program's, damaged, newer, or from before the first
        /// release.
        case unusableIndex = "unusable-index"
        /// Another machine's index cannot be merged: something in it has not ended.
        case unsettled
        /// The index failed during the work: a full or read-only disk, or an I/O error.
        case indexFailed = "index-failed"
        /// Another run holds the lock.
        case locked
        /// The user asked to stop before the work began.
        case interrupted
        /// The fences file is invalid.
        case fences
        /// The configuration is invalid.
        case configuration
        /// A destination is missing, is not the expected one, or does not do what it is asked to do.
        case destination
        /// A destination contains the library or is inside it, or is inside a trash or another destination.
        case overlap
        /// A destination is on a mount that may answer from a cache of this machine.
        case cachedMount = "cached-mount"
        /// A destination requires the user to sign in.
        case signIn = "sign-in"
        /// A destination's quota is used up.
        case quota
        /// Google does not answer, or not as expected.
        case google
        /// A stored secret cannot be used, or none can be stored: for example, because others can read it.
        case credentials
        /// A file cannot be written.
        case unwritable
        /// A file to be written exists, and nobody confirmed that it is overwritten.
        case fileExists = "file-exists"
        /// No destination is set.
        case noDestination = "no-destination"
        /// Photos are to be removed, but nobody confirmed in advance and nobody can be asked.
        case unconfirmed
        /// A person was asked and declined.
        case declined
        /// The destination cannot share in the way that was asked for.
        case unshareable
        /// The home directory, which contains the trash, is not known.
        case noHome = "no-home"
        /// Something that the user named does not exist or is not what it should be.
        case unknown
    }

    package var kind: Kind
    /// What happened, and why, in one sentence without a full stop. It is shown after the path.
    package var message: String
    /// The file concerned.
    package var path: FilePath?
    /// The line in that file, from 1.
    package var line: Int?
    /// What to do next; nil if nothing helps.
    package var remedy: Remedy?

    package init(_ kind: Kind, _ message: String, path: FilePath? = nil, line: Int? = nil, remedy: Remedy? = nil) {
        self.kind = kind
        self.message = message
        self.path = path
        self.line = line
        self.remedy = remedy
    }

    /// The user asked to stop before anything was done.
    package static let stopped = PipelineError(.interrupted, "Stopped; nothing was done")
}

/// The index, for reading; nil if there is none.
func readIndex(at path: FilePath, owner: String) throws(IndexError) -> PhotoIndex? {
    do throws(IndexError) {
        return try PhotoIndex.open(forReadingAt: path, owner: owner)
    } catch {
        if case .missing = error { return nil }
        throw error
    }
}

/// The index, for writing; in a dry run a copy in memory.
///
/// - Parameters:
///   - path: the index. If there is none, it is made, or the copy is empty.
///   - isDryRun: whether the index itself stays as it is.
/// - Throws: where it cannot be opened: `missing` where there is none and has to be.
func writeIndex(
    at path: FilePath, owner: String, isDryRun: Bool, mustExist: Bool = false
) throws(IndexError) -> PhotoIndex {
    if mustExist { _ = try PhotoIndex.open(forReadingAt: path, owner: owner) }
    return isDryRun
        ? try PhotoIndex.copyInMemory(of: path, owner: owner)
        : try PhotoIndex.open(forWritingAt: path, owner: owner)
}

extension PipelineError {
    /// An error of this module or of the index; nil for another one, such as that of the output.
    package init?(_ error: any Error) {
        switch error {
        case let error as PipelineError: self = error
        case let error as IndexError: self.init(error)
        default: return nil
        }
    }

    /// Converts what is thrown where nothing but this module and the index can fail.
    init(of error: any Error) {
        self = PipelineError(error) ?? PipelineError(.indexFailed, "The index failed: \(error)")
    }

    init(_ error: IndexError) {
        let kind: Kind =
            switch error {
            case .missing: .noIndex
            case .notAnIndex, .foreign, .foreignFile, .twoNames, .newer, .beforeRelease, .damaged, .inaccessible,
                .inUse:
                .unusableIndex
            case .unsettled: .unsettled
            case .readOnly, .full, .tooLarge, .busy, .removed, .exists, .otherFile, .ownFile, .failed: .indexFailed
            case .notARoot, .overlap, .nameTaken: .unknown
            }
        self.init(kind, error.problem, path: error.path, remedy: Remedy(error))
    }

    init(noHome error: TrashError) {
        self.init(.noHome, error.detail.prefix(1).uppercased() + error.detail.dropFirst())
    }

    init(_ error: ActLockError) {
        switch error {
        case .held(let path, let holder):
            let who = holder.map { " (\($0))" } ?? ""
            self.init(.locked, "Another workphotos is running\(who)", path: path)
        case .notOurs(let path, let why):
            self.init(
                .unusableIndex,
                "This is the name of the lock, but the file is not one and is left alone: \(why.words)", path: path,
                remedy: .useAnotherIndex)
        case .failed(let path, let why):
            self.init(.indexFailed, "The lock cannot be taken: \(why)", path: path)
        }
    }
}

extension Remedy {
    /// What helps where the index cannot be used.
    init(_ error: IndexError) {
        self =
            switch error {
            case .missing: .scanFirst
            case .notAnIndex, .foreign, .foreignFile: .useAnotherIndex
            case .twoNames(let path):
                .command(
                    "cp -p \(Self.quoted(path)) \(Self.quoted(path)).own && mv \(Self.quoted(path)).own \(Self.quoted(path))"
                )
            case .newer: .showVersion
            case .damaged, .beforeRelease, .failed: .checkIndex
            case .readOnly(let path), .inaccessible(let path, _):
                .command("ls -ld \(Self.quoted(path)) \(Self.quoted(path.removingLastComponent()))")
            case .full(let path): .command("df \(Self.quoted(path.removingLastComponent()))")
            case .tooLarge: .command("ulimit -f unlimited")
            case .removed: .scan()
            case .busy: .showStatus
            case .exists, .otherFile, .ownFile: .nameAnotherBackup
            case .inUse(let path): .command("workphotos index backup --index \(Self.quoted(path)) copy.sqlite")
            case .unsettled(let path, _): .command("workphotos status --index \(Self.quoted(path))")
            case .notARoot, .overlap: .listRoots
            case .nameTaken: .listDestinations
            }
    }

    private static func quoted(_ path: FilePath) -> String {
        shellQuoted(path.isEmpty ? [UInt8(ascii: ".")] : path.bytes)
    }
}

extension PipelineError {
    /// Converts a service's error about a destination as a whole.
    init(_ error: UploadError, at named: Destination) {
        // A place that ends with a colon, such as a remote without a path, needs no second one.
        let what = named.described
        let moved = error.mayBeUnmounted && error.remedy == nil ? named.moving : nil
        let isAway = error.kind == .unavailable || error.kind == .transient
        self.init(
            Self.kind(of: error),
            "\(what)\(what.hasSuffix(":") ? "" : ":") \(terminalSafe(error.detail))\(moved?.words ?? "")",
            remedy: error.remedy ?? moved?.remedy ?? (isAway ? .checkDestination(named.name) : nil))
    }

    /// The kind for a service's error about a destination as a whole.
    static func kind(of error: UploadError) -> Kind {
        switch error.kind {
        case .signIn: .signIn
        case .quota: .quota
        case .interrupted: .interrupted
        case .overlap: .overlap
        case .setup: .configuration
        default: .destination
        }
    }
}

extension Destination {
    /// How to say where the destination is by now, if it was moved; nil for a place without a name.
    fileprivate var moving: (words: String, remedy: Remedy)? {
        guard hasName else { return nil }
        if let definition {
            let line = definition.line.map { ", line \($0)" } ?? ""
            return (
                " If it was moved, change its place in \(terminalSafe(definition.path.bytes))\(line)", .listDestinations
            )
        }
        if known == nil { return nil }
        return (
            " If it was moved, say where it is now",
            .addDestination(name: name, place: Array("SPEC".utf8))
        )
    }

    /// The name and place, for messages.
    var described: String {
        hasName
            ? "The destination '\(terminalSafe(name))' (\(terminalSafe(spec.shown)))"
            : "The destination \(terminalSafe(spec.shown))"
    }
}
