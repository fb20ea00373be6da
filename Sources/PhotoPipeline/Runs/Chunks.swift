extension Array {
    /// The elements in their order, so many at a time; the last of the slices may have fewer.
    func chunks(of size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}
