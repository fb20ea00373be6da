/// Places in the codes of short links, in which each letter has three bits of the longitude and of the latitude.
enum MapCode {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

    /// The code behind `/go/` of OpenStreetMap: the longitude comes first, `-` at the end only changes the zoom, and
    /// `@` is what `~` once was (its `short_link.rb`). Nil for any other text.
    static func openStreetMap(_ code: String) -> Coordinate? {
        let bytes = Array(code.replacing("@", with: "~").utf8)
        let end = bytes.lastIndex { $0 != UInt8(ascii: "-") }.map { $0 + 1 } ?? 0
        guard let shares = Self.shares(of: bytes[..<end], letters + Array("_~".utf8)) else { return nil }
        return Coordinate(latitude: shares.second * 180 - 90, longitude: shares.first * 360 - 180)
    }

    /// The code of Organic Maps, CoMaps and once MAPS.ME, of ten letters: the zoom, and then the latitude comes first
    /// (`ge0/parser.cpp`). Nil for any other text.
    static func organicMaps(_ code: String) -> Coordinate? {
        let bytes = Array(code.utf8)
        guard bytes.count == 10, let shares = Self.shares(of: bytes.dropFirst(), letters + Array("-_".utf8)) else {
            return nil
        }
        return Coordinate(latitude: shares.first * 180 - 90, longitude: shares.second * 360 - 180)
    }

    /// The numbers of which a letter has each second bit, as shares of 1: the middle of what the bits leave open.
    ///
    /// - Parameters:
    ///   - code: the letters.
    ///   - alphabet: all 64 that there are, in their order.
    /// - Returns: the shares; nil for less than six letters, which say no place, for more than ten, and for others.
    private static func shares(of code: ArraySlice<UInt8>, _ alphabet: [UInt8]) -> (first: Double, second: Double)? {
        guard (6...10).contains(code.count) else { return nil }
        var (first, second, size) = (0.0, 0.0, 1.0)
        for letter in code {
            guard let value = alphabet.firstIndex(of: letter) else { return nil }
            for shift in [4, 2, 0] {
                size /= 2
                if value >> (shift + 1) & 1 == 1 { first += size }
                if value >> shift & 1 == 1 { second += size }
            }
        }
        return (first + size / 2, second + size / 2)
    }
}
