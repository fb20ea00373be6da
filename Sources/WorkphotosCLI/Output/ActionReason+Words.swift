import PhotoModel

extension Action.Reason {
    /// The reason in words for people, fit to follow a number of groups.
    var words: String {
        switch self {
        case .changedSinceScan: "changed since the last scan; scan again"
        case .settling: "changed less than [upload] settle ago"
        case .notWork: "not work any more"
        case .membersDiffer: "with other files than before"
        case .alreadyThere: "at the destination already"
        case .interrupted: "stopped before they were done"
        case .unstaged: "not staged any more"
        case .notUploaded: "not uploaded"
        case .notVerified: "whose copies could not be verified"
        case .held: "held"
        case .notOldEnough: "not old enough"
        case .kept: "kept by [purge] keep"
        case .inferred: "whose place was worked out"
        case .companyUnreadable: "beside which a file cannot be read"
        case .destinationChanged: "for a destination that is another now"
        case .changedSincePlan: "changed since they were planned"
        case .overTheCap: "over the cap"
        case .noTrash: "where there is no trash"
        case .nameTaken: "whose name another file has"
        case .rootChanged: "whose root is not on its file system; is it mounted?"
        case .removalFailed: "that could not be renamed or removed"
        case .notFound: "that are neither in the trash nor at a destination"
        case .unreadable: "that cannot be read"
        case .changedWhileSent: "changed while they were sent"
        case .corrupted: "whose copies are not what was sent"
        case .nameRefused: "whose name the destination does not take"
        case .full: "for which there is no room"
        case .quota: "for which the account has no room, or no more today"
        case .unavailable: "for a destination that is not there"
        case .sendingFailed: "that could not be sent"
        }
    }
}
