/// A file of one directory as grouping sees it.
package struct GroupingFile: Hashable, Sendable {
    /// What a file turned out to hold.
    package enum Kind: Hashable, Sendable {
        case photo(PhotoFormat), sidecar(SidecarFormat)
    }

    /// Its name in the directory, in bytes.
    package var name: [UInt8]
    /// What it holds, by content.
    package var kind: Kind
    /// Apple's identifier that a still and its Live Photo clip share.
    package var contentIdentifier: String?
    /// When it was taken, as it says itself (``PhotoFacts/ownCaptureTime``): no fence and no setting may change groups.
    package var captureTime: CaptureTime?
    /// How long a clip lasts, in seconds.
    package var duration: Double?

    package init(name: [UInt8], kind: Kind) {
        self.name = name
        self.kind = kind
    }
}

extension GroupingFile {
    /// What a photo is by itself; nil for a sidecar.
    var photoKind: PhotoFormat.Kind? {
        if case .photo(let format) = kind { format.kind } else { nil }
    }
}
