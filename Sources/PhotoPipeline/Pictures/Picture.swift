/// A picture of a photo, in a form that browsers show.
package struct Picture: Hashable, Sendable {
    /// What a browser is told that it is; no other types are served.
    package enum MediaType: String, CaseIterable, Hashable, Sendable {
        case jpeg = "image/jpeg"
        case png = "image/png"
        case gif = "image/gif"
        case webp = "image/webp"
        case avif = "image/avif"
    }

    /// How large a picture is.
    package enum Size: String, CaseIterable, Hashable, Sendable {
        /// To be recognised among others: about 320 pixels on its longer side, sometimes less.
        case small
        /// To be looked at alone: the photo itself, or at least its largest picture; never from another program's
        /// cache, except that of a video.
        case large
    }

    package let bytes: [UInt8]
    package let type: MediaType

    /// Takes what is already known to be of the type.
    package init(bytes: [UInt8], type: MediaType) {
        (self.bytes, self.type) = (bytes, type)
    }
}

/// Why there is no picture of a photo, for a person.
package struct NoPicture: Error, Hashable, Sendable {
    /// A sentence without a full stop, such as `A video (MOV)`.
    package let words: String

    package init(words: String) {
        self.words = words
    }
}
