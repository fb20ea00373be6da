import PhotoIndex
package import PhotoModel
package import SystemPackage

/// Why work could not be done, in words a person can act on. The room's one error.
package struct PipelineError: Error, Hashable {
    /// What kind of failure it is, for whoever has to choose an exit code.
    package enum Kind: String, Sendable {
        /// There is no index where one is needed.
        case noIndex = "no-index"
        /// What is there is no index that this program may use: another's, damaged, or newer.
        case unusableIndex = "unusable-index"
        /// The index failed in the middle: a full or read-only disk, an I/O error.
        case indexFailed = "index-failed"
        /// Another run holds the lock.
        case locked
        /// The user asked to stop before the work began.
        case interrupted
        /// The fences say something that means nothing.
        case fences
        /// The configuration says something that means nothing.
        case configuration
        /// A destination is not there, is not the one that was meant, or does not do what it is asked to.
        case destination
        /// A destination lies in the library, or the library in it; or in a trash or another destination.
        case overlap
        /// A destination lies on a mount that may answer from a cache of this machine.
        case cachedMount = "cached-mount"
        /// A destination wants the user to sign in.
        case signIn = "sign-in"
        /// A destination's quota is used up.
        case quota
        /// Google does not answer, or not as it should.
        case google
        /// A secret that was kept cannot be used, or none can be kept: others can read it, for one.
        case credentials
        /// A file cannot be written.
        case unwritable
        /// Nothing says where photos are to be sent.
        case noDestination = "no-destination"
        /// Photos are to be removed, nobody is there to ask, and nobody said yes beforehand.
        case unconfirmed
        /// A person was asked, and said no.
        case declined
        /// Something is to be shared in a way that the destination cannot hold itself to.
        case unshareable
        /// Nothing says where the home is, which the trash is in.
        case noHome = "no-home"
        /// Something that was named is not there, or is not what it should be.
        case unknown
    }

    /// The kind.
    package var kind: Kind
    /// What, and why, in one sentence without a full stop; the path stands before it.
    package var message: String
    /// The file it is about.
    package var path: FilePath?
    /// The line in that file, from 1.
    package var line: Int?
    /// What to do next; nil where nothing helps.
    package var remedy: Remedy?

    package init(_ kind: Kind, _ message: String, path: FilePath? = nil, line: Int? = nil, remedy: Remedy? = nil) {
        self.kind = kind
        self.message = message
        self.path = path
        self.line = line
        self.remedy = remedy
    }
}

/// Does work on the index, and puts its errors into this room's words.
func translatingIndexErrors<Result>(_ work: () throws -> Result) throws(PipelineError) -> Result {
    do {
        return try work()
    } catch let error as PipelineError {
        throw error
    } catch let error as IndexError {
        throw PipelineError(error)
    } catch {
        throw PipelineError(.indexFailed, "The index failed: \(error)")
    }
}

extension PipelineError {
    /// An error of the index, in this room's words and with its kind.
    init(_ error: IndexError) {
        let kind: Kind =
            switch error {
            case .missing: .noIndex
            case .notAnIndex, .foreign, .foreignFile, .newer, .damaged, .inaccessible: .unusableIndex
            case .readOnly, .full, .busy, .removed, .exists, .otherFile, .failed: .indexFailed
            case .notARoot, .overlap, .nameTaken: .unknown
            }
        self.init(kind, error.problem, path: error.path, remedy: Remedy(error))
    }

    /// An error of the lock.
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
            case .newer: .showVersion
            case .damaged, .failed: .checkIndex
            case .readOnly(let path), .inaccessible(let path, _):
                .command("ls -ld \(Self.quoted(path)) \(Self.quoted(path.removingLastComponent()))")
            case .full(let path): .command("df \(Self.quoted(path.removingLastComponent()))")
            case .removed: .scan()
            case .busy: .showStatus
            case .exists, .otherFile: .nameAnotherBackup
            case .notARoot, .overlap: .listRoots
            case .nameTaken: .listDestinations
            }
    }

    private static func quoted(_ path: FilePath) -> String {
        shellQuoted(path.isEmpty ? [UInt8(ascii: ".")] : path.bytes)
    }
}

extension PipelineError {
    /// What a service says of a destination as such.
    init(_ error: UploadError, at named: NamedSpec) {
        // A place that ends with a colon, as a remote without a path, needs no other.
        let what = named.described
        self.init(
            Self.kind(of: error), "\(what)\(what.hasSuffix(":") ? "" : ":") \(terminalSafe(error.detail))",
            remedy: error.remedy)
    }

    /// What kind of failure a service's is where the destination as such is asked.
    static func kind(of error: UploadError) -> Kind {
        switch error.kind {
        case .signIn: .signIn
        case .quota: .quota
        case .interrupted: .interrupted
        case .overlap: .overlap
        default: .destination
        }
    }
}

extension NamedSpec {
    /// Name and place, for messages.
    var described: String {
        hasName
            ? "The destination '\(terminalSafe(name))' (\(terminalSafe(spec.shown)))"
            : "The destination \(terminalSafe(spec.shown))"
    }
}
