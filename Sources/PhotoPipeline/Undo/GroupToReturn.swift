import PhotoIndex
import PhotoIntake
import PhotoModel
import SystemPackage

/// What an undo knows of a group besides its action.
struct GroupToReturn: Sendable {
    /// Where the purge had it asked for last.
    let destination: DestinationName?
    /// Whether a run that was killed had begun it.
    let isInterrupted: Bool
    /// Whether all of its files had their names before anything was done.
    var wasBack = false
    /// What its files that are back have not got back, in words.
    var lacks: [String] = []
}

/// Where a file is that comes back.
enum FileToReturn: Sendable {
    /// Nobody has looked.
    case unknown
    /// At its own name, and it is this.
    case back(Fingerprint)
    /// Under the name of a ticket, whole and hashed.
    case parked(ParkedName)
    /// Nowhere but at destinations, as far as their receipts and the sizes there say.
    case copied([CopyFinder.Copy])
}

/// A file that has a ticket's name.
struct ParkedName: Sendable {
    let removal: TicketedRemoval
    let way: RemovalWay
    /// What lies there.
    var file: ParkedFile
    /// The open file, so that no other gets its inode; nil for one that this run has written.
    let proven: ProvenFile?
}

extension GroupUnderWay where Details == GroupToReturn, Member == FileToReturn {
    /// The undoing of a purge that was not undone.
    init(undoing purge: Action) {
        self.init(
            Action(kind: .undo, group: purge.group, members: purge.members, destination: nil, undoes: purge.id),
            GroupToReturn(destination: purge.destination, isInterrupted: false),
            members: purge.members.map { _ in .unknown })
    }

    /// What a killed run had announced.
    init(interrupted undo: Action) {
        self.init(
            undo, GroupToReturn(destination: undo.destination, isInterrupted: true),
            members: undo.members.map { _ in .unknown })
        isAnnounced = true
    }

    /// Which group it is, and why it goes no further.
    var unsettled: Unsettled {
        let path = action.members.first?.path
        let saysPath = path.map { detail?.hasPrefix(terminalSafe($0.bytes)) ?? false } ?? true
        return Unsettled(path: saysPath ? nil : path, detail: detail, remedy: nil)
    }

    /// Whether every file has its own name.
    var isBack: Bool { members.allSatisfy { if case .back = $0 { true } else { false } } }

    /// Notes what of a file that has its name is not as it was: file systems may keep no permissions, or times of their
    /// own, and only the owner of a file may set them.
    mutating func noteLack(of place: Int, _ status: FileStatus) {
        let member = action.members[place]
        if let wanted = member.permissions, status.mode & 0o7777 != UInt32(wanted & 0o7777) {
            let (now, then) = (octal(status.mode & 0o7777), octal(UInt32(wanted & 0o7777)))
            let setting = "chmod \(then) \(shellQuoted(Array(member.path.bytes)))"
            details.lacks.append(
                member.saying("was restored with permissions \(now), not \(then); to set them: \(setting)"))
        }
        if status.fingerprint.modified != member.fingerprint.modified {
            details.lacks.append(member.saying("was restored without the time of its last change"))
        }
    }

    private func octal(_ mode: UInt32) -> String { String(mode, radix: 8) }

    /// Leaves to a later run what the journal has announced long ago and what waits for a destination, or was told to
    /// stop.
    mutating func leaveWhatWaits() {
        if details.isInterrupted, action.why == .unavailable || action.why == .interrupted { hasLeftovers = true }
    }

    /// What is written down of it: the action, and where it is not done, which of its files are back without their
    /// company.
    var outcome: ActionOutcome {
        if action.state == .done { return ActionOutcome(action: action) }
        let returned = zip(action.members, members).filter { member, file in
            switch file {
            case .back: true
            // Also one that has its name, of which nobody can say whether the disk has that.
            case .parked(let parked): (try? LibraryFiles().status(of: member.path))?.identity == parked.file.identity
            case .unknown, .copied: false
            }
        }
        return ActionOutcome(action: action, returned: returned.map(\.0.path))
    }
}
