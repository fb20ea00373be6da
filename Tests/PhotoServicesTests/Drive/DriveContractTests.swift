import PhotoPipeline
import Testing
import WorkphotosTestSupport

@Suite(.timeLimit(.minutes(1)))
struct DriveContractTests {
    /// What Drive does otherwise, each for its reason.
    private static let otherwise: Set<UploadPromise> = [
        // Several files of a folder may have one name: none is taken, and ids tell them apart.
        .takenNamesAreLeftAlone, .severalFilesHaveAnswersOfTheirOwn, .namesOfOtherThingsAreTaken,
        // What lacks its last bytes is no file: there is nothing to discard.
        .discardingLeavesNothing, .discardingLeavesWhatIsFinished,
        // What was sent is finished by the one that has sent it: it keeps the last bytes.
        .discardedUploadsAreSentAnew, .unknownTokensStartAnew, .cutUploadsGoOnOrAreSentAnew,
        // A file is hashed before its first byte goes.
        .sendingStopsWhenAsked,
        // Names are UTF-8, and times are in milliseconds.
        .oddNamesAreNames, .timesAreKept,
        // Each addition to its list of receipts is a part of its own.
        .placesThatAreGoneAreUnavailable, .receiptsAreAdded, .cutLinesStayAlone, .nothingIsSentToWhatIsNoDestination,
    ]

    @Test(arguments: UploadPromise.allCases.filter { !otherwise.contains($0) })
    func `Drive fulfils the contract of services`(_ promise: UploadPromise) async throws {
        try await DriveWorld.run { try await promise.check($0) }
    }
}
