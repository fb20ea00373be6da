/// Base64 with the URL-safe alphabet, without padding (RFC 4648, 5), as in tokens and PKCE.
enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    static func text(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        var bits = 0
        var count = 0
        for byte in bytes {
            bits = bits << 8 | Int(byte)
            count += 8
            while count >= 6 {
                count -= 6
                text.append(alphabet[bits >> count & 63])
            }
            bits &= (1 << count) - 1
        }
        if count > 0 { text.append(alphabet[bits << (6 - count) & 63]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of a text in this alphabet or the standard one, padded or not.
    ///
    /// - Returns: nil if the text contains other characters.
    static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        var bits = 0
        var count = 0
        for byte in text.utf8 where byte != UInt8(ascii: "=") {
            let letter =
                byte == UInt8(ascii: "+") ? UInt8(ascii: "-") : byte == UInt8(ascii: "/") ? UInt8(ascii: "_") : byte
            guard let value = alphabet.firstIndex(of: letter) else { return nil }
            bits = (bits << 6 | value) & 0xFFFF
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(bits >> count & 255))
            }
        }
        return bytes
    }
}
