/// A violation by a client of Google's documentation or the project's rules.
package struct Breach: Equatable, Sendable, CustomStringConvertible {
    /// The rule that was violated.
    package enum Kind: String, Sendable, CaseIterable {
        /// A call whose answer has members, without `fields`; the project always names them.
        case noFields
        /// A call without `supportsAllDrives` that accepts it (discovery document; without it shared drives answer
        /// 404).
        case noSupportsAllDrives
        /// An access or refresh token in a URL (RFC 6750, 5.3).
        case tokenInAddress
        /// A client's secret, a code or a verifier in a URL.
        case secretInAddress
        /// A poll of the device flow before the interval was over (RFC 8628, 3.5).
        case pollTooEarly
        /// The same request before the end of `Retry-After` (RFC 9110, 10.2.3).
        case retryAfterNotKept
        /// A create without an id after a similar one: it makes a second file (guides/manage-uploads).
        case repeatedCreateWithoutID
        case unknownParameter
        /// A parameter that is deprecated in the discovery document.
        case deprecatedParameter
        /// A body that is not JSON, or does not match the schema.
        case wrongBody
        /// A chunk before the last whose size is not a multiple of 256 KiB (guides/manage-uploads).
        case unevenChunk
        /// A refresh token that was already answered with `invalid_grant`.
        case deadTokenAgain
        /// A session that was already answered with 404.
        case deadSessionAgain
        /// A sign-in without PKCE with S256 (RFC 7636, RFC 8252 8.1).
        case noPKCE
        /// A sign-in without `state` (RFC 8252, 8.9).
        case noState
        /// `and` next to `or` without parentheses in a query.
        case unbracketedQuery
        /// An id that `generateIds` did not return.
        case idNotGenerated
        /// Bytes that are not an HTTP request, such as TLS on a plain connection.
        case notHTTP
    }

    package let kind: Kind
    /// The number of the request.
    package let request: Int
    package let text: String

    package var description: String { "\(kind.rawValue) in request \(request): \(text)" }
}
