package import PhotoModel
package import PhotoPipeline
package import SystemPackage

/// A call of an upload service, with its arguments.
package enum UploadCall: Hashable, Sendable {
    case marker
    case makeDestination(DestinationMarker, creating: Bool)
    case surroundings
    case prepare(FilePath)
    case send(FilePath, TicketedUpload, resuming: Bool)
    case finish([SentUpload])
    case look(FilePath)
    case stamp(FilePath)
    case size(FilePath)
    case fetch(FilePath)
    case discard(TicketedUpload, source: FilePath?)
    case addReceipts([UInt8])
    case receiptParts
    case receipts(from: Int64)
    case closeReceipts
    case share(CopyLocation, ShareGrant, ShareMail?)
    case stop(CopyLocation, ShareAudience, besides: Set<String>)
    case takeBack(FilePath)
    case takeOut(CopyLocation)

    /// The name of a call. That of a share's answer is of its own: others see the copy before it comes.
    package enum Name: Hashable, Sendable {
        case marker, makeDestination, surroundings, prepare, send, finish, look, stamp, size, fetch, discard
        case addReceipts, receipts, share, shareAnswer, stop, copy, takeBack, putBack, takeOut
    }

    /// Whether the call changes the destination.
    package var changesSomething: Bool {
        switch self {
        case .makeDestination, .send, .finish, .discard, .addReceipts, .closeReceipts, .share, .stop, .takeBack,
            .takeOut:
            true
        case .marker, .surroundings, .prepare, .look, .stamp, .size, .fetch, .receiptParts, .receipts: false
        }
    }
}
