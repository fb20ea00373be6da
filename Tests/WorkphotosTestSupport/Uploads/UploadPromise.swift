import PhotoPipeline

/// A promise in ``UploadService``'s documentation. Each is a test case that every service must pass.
package enum UploadPromise: String, CaseIterable, Sendable {
    // Destinations.
    case placesWithoutMarkerAreNoDestinations
    case markersStay
    case placesThatAreGoneAreUnavailable
    case nothingIsSentToWhatIsNoDestination
    case writingIsTriedWithoutATrace

    // Tickets.
    case ticketsDifferAndChangeNothing
    case impossibleTargetsAreRefused

    // Sending and finishing.
    case finishedFilesHaveTheirBytes
    case nothingHasTheNameBeforeFinishing
    case emptyFilesAreFiles
    case progressTellsAllBytes
    case timesAreKept
    case oddNamesAreNames
    case severalFilesHaveAnswersOfTheirOwn
    case takenNamesAreLeftAlone
    case namesOfOtherThingsAreTaken
    case sendingStopsWhenAsked
    case discardedUploadsAreSentAnew
    case unknownTokensStartAnew
    case sendingTwiceIsSendingOnce
    case filesThatChangeAreNotSent
    case cutUploadsGoOnOrAreSentAnew
    case manyFilesAreSentAtOnce
    case copiesWithANameAreTakenBack

    // Looking.
    case lookingSeesRegularFilesOnly
    case severalLooksAreLooks
    case stampsAreOfWhatWasRead
    case changedCopiesHaveOtherStamps
    case sizesAreOfAnythingThatHasTheName
    case fetchingGivesTheBytesBack
    case fetchingStopsWhereItsCallerFails

    // Discarding.
    case discardingLeavesNothing
    case discardingLeavesWhatIsFinished
    case discardingLeavesWhatHasNoNameOfUploads

    // Receipts.
    case receiptsAreAdded
    case cutLinesStayAlone

    /// Checks that a service keeps the promise. Each world is used for one promise.
    package func check(_ world: any UploadWorld) async throws {
        let others: Set<UploadPromise> = [
            .placesWithoutMarkerAreNoDestinations, .markersStay, .placesThatAreGoneAreUnavailable,
            .nothingIsSentToWhatIsNoDestination,
        ]
        if !others.contains(self) {
            _ = try await world.service.makeDestination(UploadContract.marker, creating: false)
        }
        switch self {
        case .placesWithoutMarkerAreNoDestinations: try await world.checkPlace()
        case .markersStay: try await world.checkMarkers()
        case .placesThatAreGoneAreUnavailable: try await world.checkGone()
        case .nothingIsSentToWhatIsNoDestination: try await world.checkNoDestination()
        case .writingIsTriedWithoutATrace: try await world.checkWriting()
        case .ticketsDifferAndChangeNothing: try await world.checkTickets()
        case .impossibleTargetsAreRefused: await world.checkImpossibleTargets()
        case .finishedFilesHaveTheirBytes: try await world.checkFinishing()
        case .nothingHasTheNameBeforeFinishing: try await world.checkUnfinished()
        case .emptyFilesAreFiles: try await world.checkEmptyFile()
        case .progressTellsAllBytes: try await world.checkProgress()
        case .timesAreKept: try await world.checkTimes()
        case .oddNamesAreNames: try await world.checkOddNames()
        case .severalFilesHaveAnswersOfTheirOwn: try await world.checkSeveral()
        case .takenNamesAreLeftAlone: try await world.checkTaken()
        case .namesOfOtherThingsAreTaken: try await world.checkTakenByOther()
        case .sendingStopsWhenAsked: try await world.checkInterruption()
        case .discardedUploadsAreSentAnew: try await world.checkDiscardedToken()
        case .unknownTokensStartAnew: try await world.checkUnknownToken()
        case .sendingTwiceIsSendingOnce: try await world.checkSendingTwice()
        case .filesThatChangeAreNotSent: try await world.checkChange()
        case .cutUploadsGoOnOrAreSentAnew: try await world.checkGoingOn()
        case .manyFilesAreSentAtOnce: try await world.checkMany()
        case .copiesWithANameAreTakenBack: try await world.checkTakingBack()
        case .lookingSeesRegularFilesOnly: try await world.checkLooking()
        case .severalLooksAreLooks: try await world.checkSeveralLooks()
        case .stampsAreOfWhatWasRead: try await world.checkStamps()
        case .changedCopiesHaveOtherStamps: try await world.checkChangedStamps()
        case .sizesAreOfAnythingThatHasTheName: try await world.checkSizes()
        case .fetchingGivesTheBytesBack: try await world.checkFetching()
        case .fetchingStopsWhereItsCallerFails: try await world.checkFetchingStops()
        case .discardingLeavesNothing: try await world.checkDiscarding()
        case .discardingLeavesWhatIsFinished: try await world.checkDiscardingFinished()
        case .discardingLeavesWhatHasNoNameOfUploads: try await world.checkForeignTickets()
        case .receiptsAreAdded: try await world.checkReceipts()
        case .cutLinesStayAlone: try await world.checkCutReceipts()
        }
    }
}
