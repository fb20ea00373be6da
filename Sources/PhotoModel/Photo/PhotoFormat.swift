/// A photo or video format, by content. The raw values are the contract's `format`.
package enum PhotoFormat: String, CaseIterable, Hashable, Sendable {
    case jpeg

    /// The media type (RFC 6838) under which the format is registered.
    package var mimeType: String {
        switch self {
        case .jpeg: "image/jpeg"
        }
    }
}
