package import PhotoModel
package import SystemPackage

/// Why the index cannot be used, or an operation failed.
package enum IndexError: Error, Hashable, Sendable {
    /// There is no file.
    case missing(FilePath)
    /// The file is not a workphotos index. The text describes what it is.
    case notAnIndex(FilePath, String)
    /// The index belongs to another composition.
    case foreign(FilePath, owner: String)
    /// A file that SQLite would write to for this index is something else.
    case foreignFile(FilePath, ForeignFile)
    /// The index, or a file that SQLite made for it, has another name by a hard link.
    case twoNames(FilePath)
    /// A newer version of the program made or migrated it.
    case newer(FilePath)
    /// A version of the program from before the first release made it, or the text of its schema is damaged.
    case beforeRelease(FilePath)
    /// Its content is inconsistent. The text is SQLite's.
    case damaged(FilePath, String)
    /// The file, its directory or its file system is not writable.
    case readOnly(FilePath)
    /// Its file system has no room left.
    case full(FilePath)
    /// It would get larger than this process may make files (RLIMIT_FSIZE).
    case tooLarge(FilePath)
    /// Another process held the write lock for longer than the timeout.
    case busy(FilePath)
    /// The file cannot be opened. The text is the system's.
    case inaccessible(FilePath, String)
    /// The file, or its log, was removed or replaced while it was open, so that what is written to it is lost.
    case removed(FilePath)
    /// The file to be made exists.
    case exists(FilePath)
    /// The file to be replaced is not an index.
    case otherFile(FilePath)
    /// The file to be made has the name of the open index or of a file beside it.
    case ownFile(FilePath)
    /// The index of another machine has a log: another program may be writing to it.
    case inUse(FilePath)
    /// The index of another machine has something that has not ended. The text says what, as a sentence.
    case unsettled(FilePath, String)
    case notARoot(FilePath, directory: FilePath)
    /// The directory is in a root, or contains one.
    case overlap(FilePath, directory: FilePath, root: FilePath)
    /// Another configured destination has the name.
    case nameTaken(FilePath, name: String)
    /// Anything else. The text is SQLite's or the system's.
    case failed(FilePath, String)
}

extension IndexError: CustomStringConvertible {
    /// The file concerned.
    package var path: FilePath {
        switch self {
        case .missing(let path), .notAnIndex(let path, _), .foreign(let path, _), .newer(let path),
            .beforeRelease(let path), .damaged(let path, _), .readOnly(let path), .full(let path),
            .tooLarge(let path), .busy(let path), .inaccessible(let path, _),
            .removed(let path), .exists(let path), .otherFile(let path), .ownFile(let path),
            .foreignFile(let path, _), .twoNames(let path), .notARoot(let path, _), .overlap(let path, _, _),
            .nameTaken(let path, _), .inUse(let path), .unsettled(let path, _),
            .failed(let path, _):
            path
        }
    }

    /// What is wrong and why, in one sentence without a full stop that can follow the path and a colon.
    package var problem: String {
        switch self {
        case .missing: "there is no index"
        case .notAnIndex(_, let what): "this is not an index of workphotos: \(what)"
        case .foreign(_, let owner): "this index belongs to \"\(owner)\" and is left alone"
        case .foreignFile(_, let why):
            "this is the name of the index, but the file is not one and is left alone: \(why.words)"
        case .twoNames:
            "this file of the index has another name (a hard link), and what is written by one name would be missing "
                + "by the other; remove the other name, or give this one a file of its own"
        case .newer: "this index was written by a newer version of workphotos"
        case .beforeRelease:
            "this index has not the layout of a release: it was made before the first release of workphotos, or is "
                + "damaged; it is not read and left as it is; "
                + "once it is moved aside, workphotos scan DIR finds the photos again and workphotos index rebuild "
                + "--from DEST the receipts that destinations keep, but marks, holds, what is staged and the record of "
                + "runs do not come back"
        case .damaged(_, let why): "the index is damaged: \(why)"
        case .readOnly: "the index cannot be written: it, its directory or its file system is read-only"
        case .full: "the index cannot grow: no space is left on its file system"
        case .tooLarge: "the index cannot grow: the size of files is limited here (ulimit -f)"
        case .busy: "another program is writing to the index"
        case .inaccessible(_, let why): "the index cannot be opened: \(why)"
        case .removed:
            "the index was removed or replaced while it was in use; the last work of this run is not recorded anywhere"
        case .exists: "the file exists"
        case .otherFile:
            "another file has this name, and it is not an index that this version of workphotos may replace"
        case .ownFile: "this is a file of the index in use, or the name of one"
        case .inUse:
            "a program is writing to this index, or was killed; merge a backup of it, which is one file"
        case .unsettled(_, let what): "this index cannot be merged yet: \(what)"
        case .notARoot(_, let directory): "\(directory) is not a root of this index"
        case .overlap(_, let directory, let root): "\(directory) overlaps the root \(root)"
        case .nameTaken(_, let name): "another destination is called \"\(name)\""
        case .failed(_, let why): "the index could not be used: \(why)"
        }
    }

    /// The path and the problem.
    package var description: String { "\(path): \(problem)" }
}
