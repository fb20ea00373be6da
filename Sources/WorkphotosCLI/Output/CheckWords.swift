import PhotoModel
import PhotoPipeline
import SystemPackage

extension CheckFinding {
    /// The finding in one sentence without a full stop, to follow the subject and a colon.
    var words: String {
        switch self {
        case .error(let error): error.placed
        case .library(let name): name
        case .noLibrary(let reason): reason
        case .trashError(let error): error.detail
        case .noIndex: "there is no index yet"
        case .onlyInIndex: "not checked, because the index cannot be read"
        case .configured(nil): "there is no such file; the defaults apply"
        case .configured(let keys?): "valid, \(keys.counting("key"))"
        case .noTracks(let pattern): "gpx in [triage]: no file matches \(terminalSafe(pattern.bytes))"
        case .noNotifier(let key, let program):
            "\(key) in [notify]: \(terminalSafe(program.bytes)) is no program that this user can run"
        case .fences(let work, let never): "\(work.counting("work fence"))" + (never > 0 ? ", \(never) never" : "")
        case .noWorkFence: "there is no work fence, so no photo is work"
        case .nothing: "none"

        case .indexWhole(let photos, let bytes): "\(photos.counting("photo")), \(bytes.byteSize), intact"
        case .indexUnread(let photos, let bytes):
            "\(photos.counting("photo")), \(bytes.byteSize), nothing wrong in what could be read in 1.5 s"
        case .indexFaulty(let first, let count):
            "is damaged: \(terminalSafe(first))\(count > 1 ? ", and \((count - 1).grouped) more" : "")"
        case .localDisk(let type, let free): "\(terminalSafe(type))\(free.map { ", \($0.byteSize) free" } ?? "")"
        case .networkDisk(let type):
            "is on a file system of type \(terminalSafe(type)), which can damage an index; keep it on a disk of this "
                + "machine"
        case .memoryDisk: "is in memory (tmpfs): the next reboot deletes the index"
        case .notWritable(let error): "cannot be written to: \(error.description)"
        case .littleRoom(let free): "only \(free.byteSize) free; a full disk stops every run"
        case .backup(let path, let age): "backed up \(age.brief) ago to \(terminalSafe(path.bytes))"
        case .noBackup: "no backup is known; marks and holds are stored nowhere else"
        case .clockRight: "is later than the last run"
        case .clockBehind(let by): "is \(by.brief) behind the last run: was it set back?"
        case .clockOff(let by, let server): "differs by \(by.brief) from the clock of \(terminalSafe(server))"

        case .noRoots: "no directory was scanned yet, and [scan] roots names none"
        case .rootThere(nil): "exists, but was never scanned"
        case .rootThere(let photos?): "\(photos.counting("photo")), readable"
        case .rootMissing(let new):
            "does not exist; is it mounted?"
                + (new.map { " If it was moved to \(terminalSafe($0.bytes)), rename the root" }
                    ?? " If it was moved, rename the root")
        case .rootEmpty(let photos):
            "is empty, but the index knows \(photos.counting("photo")) in it; is it mounted?"
        case .rootElsewhere: "is on another file system than at the last scan; is it mounted?"
        case .rootUnreadable(let why): "cannot be read: \(why)"
        case .directoriesUnreadable(let first, let count):
            count == 1
                ? "\(terminalSafe(first.bytes)) cannot be read by this user"
                : "\(count.grouped) directories in it cannot be read by this user, such as \(terminalSafe(first.bytes))"
        case .directoriesReadOnly(let first, let count, let error):
            "nothing can be removed from "
                + (count == 1
                    ? terminalSafe(first.bytes)
                    : "\(count.grouped) of its directories, such as \(terminalSafe(first.bytes))")
                + ": \(error.description)"
        case .synced(let tool, let sign):
            "\(tool.rawValue) syncs it with another place (\(terminalSafe(sign.bytes))): \(tool.consequence)"
        case .notSynced: "there is no sign of a sync program"
        case .trashUsable: "removed files go to the trash"

        case .noDestination: "there is none, so nothing is uploaded or purged"
        case .destinationThere(let condition): condition.words
        case .destinationFull(let free, let waiting):
            "\(free.byteSize) free, but \(waiting.byteSize) are waiting to be sent"
        case .destinationNearlyFull(let free): "only \(free.byteSize) free"
        case .destinationBeside(let root):
            "is on the same file system as \(terminalSafe(root.bytes)): if that disk fails, the photos and their copies "
                + "are lost together"
        case .destinationInMemory: "is in memory (tmpfs): the next reboot deletes what is sent there"
        case .copiesLost(let count):
            (count == 1 ? "1 copy is" : "\(count.grouped) copies are")
                + " no longer there, or changed; an upload sends again what the library has, and verify lists the rest"
        case .tooFewDestinations(let wanted, let there):
            "every photo must be at \(wanted) destinations before it is purged, but there \(there == 1 ? "is" : "are") "
                + "only \(there): no purge removes anything"
        case .signedIn(let email, nil): "signed in as \(terminalSafe(email))"
        case .signedIn(let email, let left?):
            "signed in as \(terminalSafe(email)); Google ends the sign-in in \(max(left, .zero).brief)"
        case .signInNote(let note): note
        case .noSignIn: "not signed in"

        case .interrupted(let runs, let uploads, let removals, let undos):
            [
                (runs, "killed run"), (uploads, "upload"), (removals, "removal"), (undos, "undo"),
            ].filter { $0.0 > 0 }.map { $0.0.counting($0.1) }.joined(separator: ", ") + " to settle"
        case .parked(let photo):
            "was parked by a killed removal" + (photo.place.map { ", as \(terminalSafe($0.bytes))" } ?? "")
                + (photo.obstacle.map { "; \($0.detail)" } ?? "")
        case .staged(let groups, let age): "\(groups.counting("group")) staged, the first \(age.brief) ago"
        case .overCap(let photos, let allowed, let removed):
            "\(photos.counting("photo")) can be purged, but the limit is \(allowed.grouped) in seven days"
                + (removed > 0 ? ", \(removed.grouped) already removed" : "") + ": every purge is refused"
        case .underCap: "what can be purged now is below the limit of seven days"
        case .leftover(let bytes): "a killed command left it unfinished (\(bytes.byteSize))"
        case .called(let call): "\(call.caller == .cron ? "cron" : "systemd") runs: \(terminalSafe(call.command))"
        case .callsMissing(let program, let call):
            "\(call.caller == .cron ? "cron" : "systemd") runs \(terminalSafe(program.bytes)), which is no program that "
                + "this user can run: \(terminalSafe(call.command))"
        case .notCalled: "no timer and no crontab line runs workphotos; it is run only by hand"
        case .ranWell(let age): "the last good run was \(age.brief) ago"
        case .ranTooLongAgo(let age, let limit):
            "the last good run was \(age.brief) ago; --max-age is \(limit.brief)"
        case .ranBadly(let age, let exit, let good):
            "the last run, \(age.brief) ago, ended with exit status \(exit)"
                + (good.map { "; the last good one was \($0.brief) ago" } ?? "; there was no good run yet")
        case .neverRan: "there was no good run yet"
        }
    }
}

extension PipelineError {
    /// The message, with the line number if there is one.
    fileprivate var placed: String { (line.map { "line \($0): " } ?? "") + message }
}

extension DestinationCondition {
    fileprivate var words: String {
        (["reachable, with its marker"]
            + [free.map { "\($0.byteSize) free" }, program.map { terminalSafe($0) }]
            .compactMap(\.self)).joined(separator: ", ")
    }
}

extension SyncTool {
    /// What the tool does when a purge removes a file.
    fileprivate var consequence: String {
        switch self {
        case .syncthing:
            "what a purge removes here is removed on every other device too, and is kept there only with file "
                + "versioning"
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
