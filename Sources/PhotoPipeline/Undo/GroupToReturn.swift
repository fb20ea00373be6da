import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

struct GroupToReturn: GroupUnderWay {
    var action: Action
    /// Where each file is, in the action's order.
    var members: [FileToReturn]
    var isAnnounced = false
    /// Whether parts of it may remain under a temporary name. They are settled by a later run.
    var hasLeftovers = false
    var detail: String?
    /// The destination that the purge asked last.
    let destination: DestinationName?
    /// Whether a killed run had begun to restore it.
    let isInterrupted: Bool
    /// Whether all its files had their names before anything was done.
    var wasBack = false
    /// How restored files differ from what they were, in words.
    var lacks: [String] = []
}

enum FileToReturn: Sendable {
    /// Not examined yet.
    case unknown
    /// At its own name, with this fingerprint.
    case back(Fingerprint)
    /// Under a ticket's name, complete and hashed.
    case parked(ParkedName)
    /// Only at destinations, according to receipts and the sizes there.
    case copied([CopyFinder.Copy])
}

/// A file that has a ticket's name.
struct ParkedName: Sendable {
    let removal: TicketedRemoval
    let way: RemovalWay
    /// The file that has the name.
    var file: ParkedFile
    /// The open file, so that no other gets its inode; nil for a file that this run wrote.
    let proven: ProvenFile?
}

extension GroupToReturn {
    /// The undo of a purge that was not undone.
    init(undoing purge: Action) {
        self.init(
            action: Action(kind: .undo, group: purge.group, members: purge.members, destination: nil, undoes: purge.id),
            members: purge.members.map { _ in .unknown }, destination: purge.destination, isInterrupted: false)
    }

    /// An undo that a killed run had announced.
    init(interrupted undo: Action) {
        self.init(
            action: undo, members: undo.members.map { _ in .unknown }, isAnnounced: true,
            destination: undo.destination, isInterrupted: true)
    }

    /// The group, and why it could not be settled.
    var unsettled: Unsettled {
        let path = action.members.first?.path
        let saysPath = path.map { detail?.hasPrefix(terminalSafe($0.bytes)) ?? false } ?? true
        return Unsettled(path: saysPath ? nil : path, detail: detail, remedy: nil)
    }

    /// Whether every file has its own name.
    var isBack: Bool { members.allSatisfy { if case .back = $0 { true } else { false } } }

    /// Notes how a file that has its name differs from what it was: file systems may keep no permissions or times, and
    /// only the owner of a file may set them.
    mutating func noteDifferences(of index: Int, _ status: FileStatus) {
        let member = action.members[index]
        if let wanted = member.permissions, status.mode & 0o7777 != UInt32(wanted & 0o7777) {
            let (now, then) = (octal(status.mode & 0o7777), octal(UInt32(wanted & 0o7777)))
            let setting = "chmod \(then) \(shellQuoted(Array(member.path.bytes)))"
            lacks.append(
                member.described("was restored with permissions \(now), not \(then); to set them: \(setting)"))
        }
        if status.fingerprint.modified != member.fingerprint.modified {
            lacks.append(member.described("was restored without the time of its last change"))
        }
    }

    private func octal(_ mode: UInt32) -> String { String(mode, radix: 8) }

    /// Leaves an interrupted group for a later run if it waits for a destination or the user asked to stop.
    mutating func leaveForLaterRun() {
        if isInterrupted, action.why == .unavailable || action.why == .interrupted { hasLeftovers = true }
    }

    /// What the journal records: the action, and, unless it is done, which of its files are back without the others.
    var outcome: ActionOutcome {
        if action.state == .done { return ActionOutcome(action: action) }
        let returned = zip(action.members, members).filter { member, file in
            switch file {
            case .back: true
            // Includes a file that has its name, even if it is unknown whether that is on the disk.
            case .parked(let parked): (try? LibraryFiles().status(of: member.path))?.identity == parked.file.identity
            case .unknown, .copied: false
            }
        }
        return ActionOutcome(action: action, returned: returned.map(\.0.path))
    }
}
