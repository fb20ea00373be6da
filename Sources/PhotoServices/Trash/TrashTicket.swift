import PhotoModel
import PhotoPipeline
import SystemPackage

/// A file's trash directory, its name there, and when it was put there.
///
/// The text is `trash KIND DATE DIRECTORY NAME`, the last two percent-encoded.
struct TrashTicket: Hashable {
    enum Kind: String {
        /// The user's own, below `XDG_DATA_HOME`.
        case home
        /// `.Trash/UID` at a mount point.
        case shared
        /// `.Trash-UID` at a mount point.
        case own
    }

    let kind: Kind
    /// When the file was trashed, in local wall time.
    let date: WallTime
    /// The trash directory; absolute, without links.
    let directory: FilePath
    /// The name in `files`.
    let name: FilePath

    var infoName: FilePath { FilePath(bytes: name.bytes + Array(".trashinfo".utf8)) }

    /// The same ticket with the second name that it gives the file: see ``TrashContents/setAside(_:)``.
    var aside: TrashTicket {
        TrashTicket(kind: kind, date: date, directory: directory, name: TrashName.setAside(name))
    }

    /// The mount point of the trash's file system; the root directory for the home trash, where paths are absolute.
    var top: FilePath {
        switch kind {
        case .home: "/"
        case .shared: directory.removingLastComponent().removingLastComponent()
        case .own: directory.removingLastComponent()
        }
    }

    /// The form in which it is recorded.
    var text: String {
        let parts = [directory, name].map { PercentEncoding.encode($0.bytes) }
        return "trash \(kind.rawValue) \(date.text) \(parts[0]) \(parts[1])"
    }

    init(kind: Kind, date: WallTime, directory: FilePath, name: FilePath) {
        self.kind = kind
        self.date = date
        self.directory = directory
        self.name = name
    }

    /// - Throws: `unknownTicket`.
    init(_ text: String) throws(TrashError) {
        let parts = ticketParts(text)
        guard parts.count == 5, parts[0].elementsEqual("trash".utf8),
            let kind = Kind(rawValue: String(decoding: parts[1], as: UTF8.self)), let date = TrashInfo.date(parts[2])
        else { throw TrashError(.unknownTicket, "its ticket is none of the trash") }
        self.init(
            kind: kind, date: date, directory: try FilePath(ticketPart: parts[3]),
            name: try FilePath(ticketPart: parts[4]))
        guard directory.isAbsolute, !name.isAbsolute, name.components.map(\.kind) == [.regular] else {
            throw TrashError(.unknownTicket, "its ticket is none of the trash")
        }
    }

    /// The info file's contents for a path.
    ///
    /// - Throws: `unknownTicket` where the path is not on the trash's file system.
    func info(for path: FilePath) throws(TrashError) -> TrashInfo {
        if kind == .home { return TrashInfo(path: path, deleted: date) }
        var below = path
        guard below.removePrefix(top), !below.isEmpty else {
            throw TrashError(.unknownTicket, "its ticket is for another file system")
        }
        return TrashInfo(path: below, deleted: date)
    }
}

/// The parts of a ticket, separated by single spaces.
func ticketParts(_ text: String) -> [ArraySlice<UInt8>] {
    Array(text.utf8).split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
}

extension FilePath {
    /// A part of a ticket.
    ///
    /// - Throws: `unknownTicket` where it is no path.
    init(ticketPart text: ArraySlice<UInt8>) throws(TrashError) {
        let bytes = PercentEncoding.decode(text)
        if bytes.isEmpty || bytes.contains(0) { throw TrashError(.unknownTicket, "its ticket is damaged") }
        self.init(bytes: bytes)
    }
}
