/// Something that Google's pages or the project's rules ask of a client, and that it did not keep.
package struct Breach: Equatable, Sendable, CustomStringConvertible {
    /// What was broken.
    package enum Kind: String, Sendable, CaseIterable {
        /// A call whose answer has members, without `fields` (issue: always named).
        case noFields
        /// A call that takes `supportsAllDrives`, without it (discovery document; without it shared drives answer 404).
        case noSupportsAllDrives
        /// An access or refresh token in an address (RFC 6750, 5.3).
        case tokenInAddress
        /// A secret of a client, a code or a verifier in an address.
        case secretInAddress
        /// A poll before the interval of the device flow was over (RFC 8628, 3.5).
        case pollTooEarly
        /// The same request before the time that `Retry-After` had named (RFC 9110, 10.2.3).
        case retryAfterNotKept
        /// A create without an id whose like was sent before: it makes a second file (guides/manage-uploads).
        case repeatedCreateWithoutID
        /// A parameter that the call has not got.
        case unknownParameter
        /// A parameter that the discovery document calls deprecated.
        case deprecatedParameter
        /// A body that is no JSON, or not of the schema.
        case wrongBody
        /// A chunk before the last that is no multiple of 256 KiB (guides/manage-uploads).
        case unevenChunk
        /// A refresh token that was answered with `invalid_grant` before.
        case deadTokenAgain
        /// A session that was answered with 404 before.
        case deadSessionAgain
        /// A sign-in without PKCE by S256 (RFC 7636, RFC 8252 8.1).
        case noPKCE
        /// A sign-in without `state` (RFC 8252, 8.9).
        case noState
        /// `and` beside `or` without brackets in a query (DRIVE.md, "Odds and ends").
        case unbracketedQuery
        /// An id that `generateIds` did not give out.
        case idNotGenerated
        /// Bytes that are no request of HTTP, or TLS where it is not spoken.
        case notHTTP
    }

    package let kind: Kind
    /// The number of the request.
    package let request: Int
    /// What it was in this case.
    package let text: String

    package var description: String { "\(kind.rawValue) in request \(request): \(text)" }
}
