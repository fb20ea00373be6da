import PhotoModel
package import PhotoPipeline
import SystemPackage

extension ActionNote {
    /// The note as a sentence.
    package var words: String {
        switch self {
        case .settled(let count, let all, let act, let destination):
            let place = destination.map { " to \(terminalSafe($0))" } ?? ""
            return "Settled \(count) of \(all.counting(act.name))\(place)"
        case .unsettled(let one): return "left as it is: \(one.words)"
        case .uploadsLeft(let count, let destination):
            return
                "\(count.counting("upload")) to \(terminalSafe(destination)) left interrupted: it is not available now"
        case .uploadsWaiting(let count, let destination):
            return "\(count.counting("interrupted upload")) to \(terminalSafe(destination)) left; to settle: "
                + Remedy.upload(to: destination, makingDestination: false).command
        case .retractionsLeft(let count, let destination):
            return
                "\(count.counting("interrupted retraction")) left: \(terminalSafe(destination)) is not available now"
        case .noTracks(let pattern): return "gpx in [triage]: no file matches \(terminalSafe(pattern.bytes))"
        case .backWithout(let lack): return lack
        case .destinationMissing(let example):
            let remedy = Remedy.addDestination(name: nil, place: Array(example.utf8))
            return "A destination is still missing. Add one with: \(remedy.command)"
        case .destinationMoved(let destination, let old, let new):
            let name = terminalSafe(destination)
            return
                "\(name) is at \(terminalSafe(new)) from now on: its marker is there, and no more at "
                + terminalSafe(old)
        case .unreachable(let destination):
            return "\(terminalSafe(destination)) is not available now; its photos are not sent"
        case .unasked(let error): return error.message
        case .foreignReceiptList(let destination):
            return "receipts.ndjson at \(terminalSafe(destination)) belongs to another program and is left alone; "
                + "the receipts are only in the index"
        case .receiptsUnlisted(let words):
            return "\(words); the index has the receipts, and the next upload adds them there"
        case .newVersions(let count, let example):
            let place = terminalSafe(example.bytes)
            return count == 1
                ? "A sidecar has changed since it was sent: its new version is \(place), and the earlier one stays"
                : "\(count.grouped) sidecars have changed since they were sent: their new versions are beside the "
                    + "earlier ones, the first as \(place)"
        case .clockSetBack(let now, let latest):
            let (here, there) = (UTCInstant(nanoseconds: now).text, UTCInstant(nanoseconds: latest).text)
            return "The clock shows \(here), but a run took place at \(there): removals are counted by the later time"
        case .lossesUncounted(let photos):
            return
                "Not counted: \(photos.counting("uploaded photo")) that left the library in the last 7 days without a "
                + "purge that this index knows. With \(photos == 1 ? "it" : "them"), the limit would be exceeded"
        case .trashUncounted(let why): return "Not counted: removals that only the trash knows: \(why)"
        case .shownInTrash(let photos, let run, let why):
            return "\(photos.counting("photo")) \(photos == 1 ? "is" : "are") restored, but the trash still shows "
                + "\(photos == 1 ? "it" : "them"); \(Remedy.undo(run: run).command) corrects that: \(why)"
        }
    }
}

extension InterruptedAct {
    fileprivate var name: String {
        switch self {
        case .removal: "interrupted removal"
        case .undo: "interrupted undo"
        case .retraction: "interrupted retraction"
        case .upload: "interrupted upload"
        }
    }
}

extension Unsettled {
    /// The path, the cause and the remedy.
    fileprivate var words: String {
        let place = path.map { terminalSafe($0.bytes) }
        return [place, detail.map { $0 + (remedy?.clause ?? "") }].compactMap(\.self).joined(separator: ": ")
    }
}
