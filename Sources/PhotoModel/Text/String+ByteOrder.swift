extension String {
    /// Whether the text stands before another in the order of their UTF-8 bytes.
    func precedesByBytes(_ other: String) -> Bool {
        utf8.lexicographicallyPrecedes(other.utf8)
    }
}
