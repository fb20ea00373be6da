import PhotoModel
import PhotoPipeline

/// What `why` says of a rule of judging.
struct RuleWords {
    /// The end of the first line, after the verdict, where the rule decides.
    let sentence: (WhySentence) -> String
    /// Why the rule decides, in its step.
    let applies: String
    /// Why it does not, in its step.
    let passed: String

    fileprivate init(_ sentence: String, applies: String, passed: String) {
        self.init({ _ in sentence }, applies: applies, passed: passed)
    }

    fileprivate init(_ sentence: @escaping (WhySentence) -> String, applies: String, passed: String) {
        (self.sentence, self.applies, self.passed) = (sentence, applies, passed)
    }
}

extension Reason {
    /// What `why` says of the rule.
    var words: RuleWords {
        switch self {
        case .marked:
            RuleWords(
                "you marked it", applies: "you marked it, which overrides every rule", passed: "it is not marked")
        case .membersDiffer:
            RuleWords(
                { "the files of its group have different verdicts: \($0.members)" },
                applies: "its members have different verdicts", passed: "its members have the same verdict")
        case .noFences:
            RuleWords(
                "there is no work fence yet", applies: "there is no work fence", passed: "there are work fences")
        case .unknownCorrection:
            RuleWords(
                { $0.unknownCorrection },
                applies: "an XMP file that corrects it cannot be read, or says nothing any more",
                passed: "every XMP file that corrects it is known")
        case .noPosition:
            RuleWords("it has no position", applies: "it has no position", passed: "it has a position")
        case .invalidPosition:
            RuleWords(
                { "its position is invalid\($0.problem.map { " (\($0))" } ?? "")" },
                applies: "its position is invalid", passed: "the position is valid")
        case .staleFix:
            RuleWords(
                { $0.staleFix },
                applies: "the position is over 15 minutes older or newer than the photo",
                passed: "the position is not known to be older or newer than the photo")
        case .nearBoundary:
            RuleWords(
                { "about \($0.place), but its position is only good to \($0.accuracy)" },
                applies: "the position is too inaccurate for so near a boundary",
                passed: "no uncertain boundary changes the verdict")
        case .neverFence:
            RuleWords(
                { "\($0.place), which is never work" }, applies: "it is in a fence that is never work",
                passed: "it is in no fence of kind never")
        case .noTime:
            RuleWords(
                { "\($0.place), which has hours or dates, but \($0.unknownTime)" },
                applies: "the fence has hours or dates, but the time there is not certain enough",
                passed: "no fence near it needs a more certain time")
        case .insideFence:
            RuleWords(
                { $0.place + ($0.clock.map { ", in its hours (\($0))" } ?? "") },
                applies: "it is in a work fence, within its hours and dates",
                passed: "it is in no work fence within its hours and dates")
        case .outsideHours:
            RuleWords(
                { "\($0.place), but outside its hours\($0.clock.map { " (\($0))" } ?? "")" },
                applies: "it is in a work fence, outside its hours", passed: "it is in no fence outside its hours")
        case .outsideDates:
            RuleWords(
                { "\($0.place), but outside its dates\($0.clock.map { " (\($0))" } ?? "")" },
                applies: "it is in a work fence, outside its dates", passed: "it is in no fence outside its dates")
        case .outsideFences:
            RuleWords({ $0.outside }, applies: "it is outside all fences", passed: "it is in a fence")
        }
    }
}

extension Reason {
    /// What would settle a photo that is unsure for the reason, as a sentence; nil for the reasons of other verdicts.
    var settles: String? {
        switch self {
        case .noFences: "Draw a fence around each place where you work."
        case .noPosition:
            "Mark it; or tracks and photos taken shortly before and after may place it (infer in [triage])."
        case .invalidPosition: "Mark it, or correct its position with an XMP file and scan again."
        case .staleFix: "Mark it: only you know whether it was taken there."
        case .nearBoundary: "Mark it, or draw the fence so that the place is clearly inside or outside."
        case .noTime: "Mark it, or take the hours and dates from the fence; time-zone in [triage] may help too."
        case .membersDiffer: "Mark it: that counts for all files of its group."
        case .unknownCorrection: "Mark it, or repair the XMP file beside it and scan again."
        case .marked, .neverFence, .insideFence, .outsideHours, .outsideDates, .outsideFences: nil
        }
    }
}

/// How it is said that something is left alone.
struct StayWords {
    /// The reason, to follow a number of groups.
    let ofGroups: String
    /// The reason for which `why` calls a photo kept.
    let ofPhoto: (WhyText) -> String

    /// - Parameters:
    ///   - ofGroups: the reason, to follow a number of groups.
    ///   - ofPhoto: what `why` says; the same where it never gives the reason.
    fileprivate init(_ ofGroups: String, ofPhoto: ((WhyText) -> String)? = nil) {
        (self.ofGroups, self.ofPhoto) = (ofGroups, ofPhoto ?? { _ in ofGroups })
    }
}

extension Action.Reason {
    var words: StayWords {
        switch self {
        case .changedSinceScan: StayWords("changed since the last scan; scan again") { $0.changed }
        case .notScanned:
            StayWords("imported; scan first") { _ in "it was imported, and no scan has read it here; scan it first" }
        case .settling: StayWords("changed too recently ([upload] settle)")
        case .notWork: StayWords("no longer work") { _ in "it is not work" }
        case .membersDiffer:
            StayWords("with different files than before (workphotos why FILE)") {
                "\($0.partner), which the last scan did not find; scan again, without --exclude if that left it out "
                    + "([scan] exclude leaves it out for good)"
            }
        case .alreadyThere: StayWords("already at the destination")
        case .interrupted: StayWords("stopped before they were done")
        case .unstaged: StayWords("no longer staged")
        case .notUploaded: StayWords("not uploaded") { $0.notUploaded }
        case .notVerified: StayWords("whose copies could not be verified")
        case .held: StayWords("held") { $0.held }
        case .notOldEnough: StayWords("not old enough") { _ in "[purge] older-than or verified-for" }
        case .kept: StayWords("kept by [purge] keep") { _ in "[purge] keep" }
        case .inferred:
            StayWords("with an inferred position (--include-inferred)") { _ in
                "its position was inferred; to include it: workphotos purge --include-inferred"
            }
        case .heldFromDestination:
            StayWords("held from their destination (workphotos mark work FILE sends them again)")
        case .lastCopy: StayWords("whose copy is the last one")
        case .companyUnreadable:
            StayWords("next to a file that cannot be read (workphotos why FILE)") {
                "\($0.partner), which cannot be read; fix it or move it away, and scan again"
            }
        case .destinationChanged: StayWords("for a destination that has been replaced")
        case .changedSincePlan: StayWords("changed since they were planned")
        case .overTheCap: StayWords("over the limit")
        case .noTrash: StayWords("without a trash to move them to")
        case .nameTaken: StayWords("whose name another file has taken")
        case .rootChanged: StayWords("whose root is not on its file system; is it mounted?")
        case .removalFailed: StayWords("that could not be renamed or removed")
        case .notFound: StayWords("that are neither in the trash nor at a destination")
        case .unreadable: StayWords("that cannot be read") { _ in "a file of it cannot be read" }
        case .changedWhileSent: StayWords("changed while they were sent")
        case .corrupted: StayWords("whose copies are not what was sent")
        case .nameRefused: StayWords("whose name the destination does not accept")
        case .full: StayWords("for which there is no space")
        case .quota: StayWords("over the account's quota or daily limit")
        case .unavailable: StayWords("for a destination that is not available now")
        case .sendingFailed: StayWords("that could not be sent")
        case .sharingFailed: StayWords("that the destination did not share, or still shares")
        }
    }
}
