internal import Foundation

/// Base64 with the URL-safe alphabet, without padding (RFC 4648, 5), as in tokens and PKCE.
enum Base64URL {
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// The bytes of a text in this alphabet or the standard one, padded or not.
    ///
    /// - Returns: nil if the text contains other characters.
    static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        let text = String(text).replacing("-", with: "+").replacing("_", with: "/").replacing("=", with: "")
        return Data(base64Encoded: text + String(repeating: "=", count: -text.utf8.count & 3)).map { Array($0) }
    }
}
