import PhotoModel
import PhotoPipeline
import SystemPackage

extension CheckFinding {
    /// What was seen, in one sentence without a full stop, fit to follow the subject and a colon.
    var words: String {
        switch self {
        case .error(let error): error.placed
        case .trashError(let error): error.detail
        case .noIndex: "there is no index yet"
        case .configured(nil): "there is no such file; the defaults hold"
        case .configured(let keys?): "can be used, \(keys.counting("key"))"
        case .fences(let work, let never): "\(work.counting("work fence"))" + (never > 0 ? ", \(never) never" : "")
        case .noWorkFence: "no fence says where work is, so no photo is work"
        case .nothing: "none"
        default: indexWords ?? rootWords ?? destinationWords ?? nightWords ?? ""
        }
    }

    private var indexWords: String? {
        switch self {
        case .indexWhole(let photos, let bytes): "\(photos.counting("photo")), \(bytes.byteSize), whole"
        case .indexUnread(let photos, let bytes):
            "\(photos.counting("photo")), \(bytes.byteSize), nothing wrong in what could be read in 1.5 s"
        case .indexFaulty(let first, let count):
            "is damaged: \(terminalSafe(first))\(count > 1 ? ", and \((count - 1).grouped) more" : "")"
        case .localDisk(let type, let free): "\(terminalSafe(type))\(free.map { ", \($0.byteSize) free" } ?? "")"
        case .networkDisk(let type):
            "lies on a file system of type \(terminalSafe(type)), on which an index can be damaged: keep it on a disk of "
                + "this machine"
        case .memoryDisk: "lies in memory (tmpfs): the index is gone with the next reboot"
        case .notWritable(let error): "cannot be written to: \(error.description)"
        case .littleRoom(let free): "only \(free.byteSize) free; a full disk ends every run"
        case .backup(let path, let age): "copied \(age.brief) ago to \(terminalSafe(path.bytes))"
        case .noBackup: "no copy of it is known; marks and holds are nowhere else"
        case .clockRight: "goes on from the last run"
        case .clockBehind(let by): "is \(by.brief) behind the last run: was it set back?"
        case .clockOff(let by, let server): "is \(by.brief) off the clock of \(terminalSafe(server))"
        default: nil
        }
    }

    private var rootWords: String? {
        switch self {
        case .noRoots: "no directory was scanned yet, and [scan] roots names none"
        case .rootThere(nil): "is there, and was never scanned"
        case .rootThere(let photos?): "\(photos.counting("photo")), can be read"
        case .rootMissing(let new):
            "is not there; is it mounted?"
                + (new.map { " If it was moved to \(terminalSafe($0.bytes)), say so" }
                    ?? " If it was moved, say where to")
        case .rootEmpty(let photos):
            "is empty, though \(photos.counting("photo")) \(photos == 1 ? "is" : "are") known in it; is it mounted?"
        case .rootElsewhere: "lies on another file system than at the last scan; is it mounted?"
        case .rootUnreadable(let why): "cannot be read: \(why)"
        case .directoriesUnreadable(let first, let count):
            count == 1
                ? "\(terminalSafe(first.bytes)) cannot be read by this user"
                : "\(count.grouped) directories in it cannot be read by this user, \(terminalSafe(first.bytes)) for one"
        case .synced(let tool, let sign):
            "\(tool.rawValue) keeps it equal with another place (\(terminalSafe(sign.bytes))): \(tool.consequence)"
        case .notSynced: "no sync program watches it, as far as that shows"
        case .trashUsable: "what is removed goes into the trash"
        default: nil
        }
    }

    private var destinationWords: String? {
        switch self {
        case .noDestination: "there is none: nothing is uploaded, and so nothing removed"
        case .destinationThere(let condition): condition.words
        case .destinationFull(let free, let waiting): "\(free.byteSize) free, and \(waiting.byteSize) wait to be sent"
        case .destinationNearlyFull(let free): "only \(free.byteSize) free"
        case .destinationInMemory: "lies in memory (tmpfs): what is sent there is gone with the next reboot"
        case .tooFewDestinations(let wanted, let there):
            "every photo has to be at \(wanted) destinations before it goes, and there \(there == 1 ? "is" : "are") "
                + "\(there): no purge removes anything"
        case .signedIn(let email, nil): "signed in as \(terminalSafe(email))"
        case .signedIn(let email, let left?):
            "signed in as \(terminalSafe(email)); Google ends that in \(max(left, .zero).brief)"
        case .signInNote(let note): note
        case .noSignIn: "nobody is signed in"
        default: nil
        }
    }

    private var nightWords: String? {
        switch self {
        case .interrupted(let runs, let uploads, let removals, let undos):
            [
                (runs, "killed run"), (uploads, "upload"), (removals, "removal"), (undos, "undo"),
            ].filter { $0.0 > 0 }.map { $0.0.counting($0.1) }.joined(separator: ", ") + " to be settled"
        case .parked(let photo):
            "was parked by a removal that was killed" + (photo.place.map { ", as \(terminalSafe($0.bytes))" } ?? "")
                + (photo.obstacle.map { "; \($0.detail)" } ?? "")
        case .staged(let groups, let age): "\(groups.counting("group")) put aside, the first \(age.brief) ago"
        case .overCap(let photos, let allowed, let removed):
            "\(photos.counting("photo")) may go, and within seven days \(allowed.grouped) at most"
                + (removed > 0 ? ", \(removed.grouped) of them gone" : "") + ": every purge is refused"
        case .underCap: "what may go now is below the limit of seven days"
        case .leftover(let bytes): "a killed command has left it unfinished (\(bytes.byteSize))"
        case .called(let call): "\(call.caller == .cron ? "cron" : "systemd") calls: \(terminalSafe(call.command))"
        case .notCalled: "no timer and no crontab line calls workphotos; runs are made by hand"
        case .ranWell(let age): "the last good run was \(age.brief) ago"
        case .ranTooLongAgo(let age, let limit):
            "the last good run was \(age.brief) ago, and --max-age is \(limit.brief)"
        case .ranBadly(let age, let exit, let good):
            "the last run, \(age.brief) ago, ended with exit status \(exit)"
                + (good.map { "; the last good one was \($0.brief) ago" } ?? "; none was good yet")
        case .neverRan: "there was no good run yet"
        default: nil
        }
    }
}

extension PipelineError {
    /// The sentence, with the line where there is one; the file where it is another than the line is about.
    fileprivate var placed: String { (line.map { "line \($0): " } ?? "") + message }
}

extension DestinationCondition {
    fileprivate var words: String {
        (["is there, with its marker"]
            + [free.map { "\($0.byteSize) free" }, program.map { terminalSafe($0) }]
            .compactMap(\.self)).joined(separator: ", ")
    }
}

extension SyncTool {
    /// What it makes of a removal.
    fileprivate var consequence: String {
        switch self {
        case .syncthing:
            "what a purge removes here is removed on every other device too, and is kept there only where its file "
                + "versioning is on"
        case .dropbox:
            "what a purge removes here is removed there and on every computer; Dropbox keeps it for 30 days"
        case .nextcloud:
            "what a purge removes here is removed on the server, into its trash bin, and on every computer"
        case .oneDrive:
            "what a purge removes here is removed there, into its recycle bin, and on every computer"
        case .resilio: "what a purge removes here is removed on every other device too, into .sync/Archive there"
        case .mount: "it is the remote itself: what a purge removes is removed there, where there may be no trash"
        }
    }
}
