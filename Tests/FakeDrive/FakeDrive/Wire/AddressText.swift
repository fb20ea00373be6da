internal import Foundation

/// The text of URLs and forms (RFC 3986, and application/x-www-form-urlencoded).
enum AddressText {
    /// A name and its value, decoded.
    typealias Pair = (name: String, value: String)

    /// The unreserved characters (RFC 3986, 2.3).
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    /// The pairs of a query or a form, in order.
    ///
    /// - Returns: nil if a percent sign is not followed by two digits, or if the bytes are not UTF-8.
    static func pairs(_ text: some StringProtocol) -> [Pair]? {
        var pairs: [Pair] = []
        for part in String(text).replacing("+", with: " ").split(separator: "&") {
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decoded(halves[0]), let value = decoded(halves.count > 1 ? halves[1] : "") else {
                return nil
            }
            pairs.append((name, value))
        }
        return pairs
    }

    /// Decodes percent-encoded text.
    ///
    /// - Returns: nil if a percent sign is not followed by two digits, or if the bytes are not UTF-8.
    static func decoded(_ text: some StringProtocol) -> String? { text.removingPercentEncoding }

    /// Percent-encodes everything except the unreserved characters.
    static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}
