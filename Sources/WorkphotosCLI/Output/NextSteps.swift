import PhotoModel
import PhotoPipeline

/// Notes what to type next after an act.
struct NextSteps {
    let session: Session

    private var options: GlobalOptions { session.options }

    func tell(after act: AnyAct, _ mode: PlanMode, _ summary: ActionSummary) {
        switch act {
        case .upload: break
        case .purge(let purge):
            warnOfLostCopies(summary.lost)
            if case .carryOut = mode, purge.settings.way == .trash { tellOfTrash(summary) }
        case .undo:
            if summary.count(.done) > 0 {
                session.reporter.note("Restored photos are held: no purge removes them until workphotos unhold FILE")
            }
            tellOfAttributes(summary.fetched)
        case .retract:
            if summary.count(.done) > 0 {
                session.reporter.note("What was taken back is not sent there again before workphotos mark work FILE")
            }
        case .restoreNames:
            if summary.count(.done) > 0 {
                let scan = options.keepingPlaces(in: "workphotos scan")
                session.reporter.note("To add the restored photos to the index: \(terminalSafe(scan))")
            }
        case .emptyTrash(let emptying): warnOfWhatStays(in: emptying.run, summary)
        }
    }

    /// Notes how to carry out a plan that was written to a file.
    ///
    /// - Parameter plan: the file as it was typed.
    func tellHowToApply(plan: String) {
        let next = options.keepingPlaces(in: "workphotos apply --plan \(shellQuoted(argument: plan))")
        session.reporter.note("The plan is written. Carry it out with: \(next)")
    }

    private func warnOfLostCopies(_ lost: Int) {
        if lost == 0 { return }
        let copies =
            lost == 1
            ? "1 copy does not match its receipt and counts"
            : "\(lost.grouped) copies do not match their receipts and count"
        let upload = options.keepingPlaces(in: "workphotos upload")
        let verify = options.keepingPlaces(in: "workphotos verify")
        session.reporter.warn(
            "\(copies) as not uploaded now. To upload again what the library has: \(upload); "
                + "to check all others: \(verify)")
    }

    /// Notes that files in the trash still use disk space, and how to empty it.
    private func tellOfTrash(_ summary: ActionSummary) {
        guard summary.count(.done) > 0, let run = summary.run else { return }
        let empty = options.keepingPlaces(in: "workphotos runs --empty-trash \(run)")
        let undo = options.keepingPlaces(in: "workphotos undo \(run)")
        session.reporter.note("Files in the trash use disk space until you empty it: \(empty)")
        session.reporter.note("To restore them: \(undo)")
    }

    /// Notes which attributes a file lost because it was restored from a destination.
    private func tellOfAttributes(_ fetched: Int) {
        if fetched == 0 { return }
        session.reporter.note(
            "\(fetched.counting("photo")) restored from a destination, without extended attributes such as tags, ratings and "
                + "access lists: no destination stores these")
    }

    private func warnOfWhatStays(in run: Int64, _ summary: ActionSummary) {
        guard let stays = summary.photos.reasons[.notVerified] else { return }
        let undo = options.keepingPlaces(in: "workphotos undo \(run)")
        session.reporter.warn(
            "\(stays.counting("photo")) \(stays == 1 ? "stays" : "stay") in the trash. To restore what the run "
                + "removed: \(undo)")
    }
}
