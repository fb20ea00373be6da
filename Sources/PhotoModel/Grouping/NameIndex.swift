/// Numbers by names, as they are and without the case of ASCII letters.
struct NameIndex {
    /// What has one name but for the case of letters; mostly one number, so that no array is made for it.
    private struct Entry {
        let first: Int
        let name: [UInt8]
        var others: [Int] = []
    }

    private var folded: [NameKey: Entry] = [:]
    /// Of entries with several.
    private var exact: [NameKey: [Int]] = [:]

    /// Puts in a number.
    mutating func add(_ number: Int, _ name: [UInt8]) {
        let added = folded[Self.key(name), default: Entry(first: number, name: name)]
        guard added.first != number else {
            folded[Self.key(name)] = added
            return
        }
        if added.others.isEmpty { exact[NameKey(added.name)] = [added.first] }
        exact[NameKey(name), default: []].append(number)
        folded[Self.key(name)]?.others.append(number)
    }

    /// How names are compared.
    enum Comparison {
        /// Byte by byte.
        case exact
        /// ASCII letters in any case.
        case folded
    }

    /// Everything of a name.
    func all(_ name: [UInt8], _ comparison: Comparison) -> [Int] {
        guard let entry = folded[Self.key(name)] else { return [] }
        switch comparison {
        case .exact where entry.others.isEmpty: return entry.name == name ? [entry.first] : []
        case .exact: return exact[NameKey(name)] ?? []
        case .folded: return [entry.first] + entry.others
        }
    }

    /// What has the very name, else, where cases need not agree, the only one that differs in that.
    func best(_ name: [UInt8], _ comparison: Comparison) -> [Int] {
        let same = all(name, .exact)
        if !same.isEmpty { return same }
        guard comparison == .folded, let entry = folded[Self.key(name)], entry.others.isEmpty else { return [] }
        return [entry.first]
    }

    /// The only one that ``best(_:_:)`` finds.
    func only(_ name: [UInt8], _ comparison: Comparison) -> Int? {
        let best = best(name, comparison)
        return best.count == 1 ? best.first : nil
    }

    private static func key(_ name: [UInt8]) -> NameKey { NameKey(name.map(asciiLowercased)) }
}
