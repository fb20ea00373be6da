/// The wanted entries that were found in a TIFF structure, each with where its value is.
struct FoundEntries {
    struct Found {
        var entry: WantedEntry
        var value: TIFFValue
    }

    let order: ByteOrder
    /// By ``WantedEntry/place``: one place for each case.
    private var found = InlineArray<19, Found?>(repeating: nil)

    /// None yet.
    init(_ order: ByteOrder) {
        self.order = order
    }

    /// What was found of the entry that has a place.
    subscript(place: Int) -> Found? { found[place] }

    /// The value of an entry; nil where it was not found.
    subscript(entry: WantedEntry) -> TIFFValue? {
        get { found[entry.place]?.value }
        set { found[entry.place] = newValue.map { Found(entry: entry, value: $0) } }
    }

    func count(in directory: ExifDirectory) -> Int {
        var count = 0
        for index in directory.places where found[index] != nil { count += 1 }
        return count
    }

    /// Notes an entry that is of no use. A latitude or longitude becomes one undefined byte, which is no angle: so it
    /// does not count as absent.
    mutating func noteUnusable(_ entry: WantedEntry) {
        guard entry.form == .angle, self[entry] == nil else { return }
        self[entry] = TIFFValue(kind: .undefined, count: 1, offset: 0)
    }

    /// Has the position known as one that cannot be read, unless something of it was.
    mutating func noteUnreadablePosition() {
        guard !isUsable(.latitude), !isUsable(.longitude) else { return }
        noteUnusable(.latitude)
        noteUnusable(.longitude)
    }

    private func isUsable(_ angle: WantedEntry) -> Bool {
        self[angle].map { $0.kind != .undefined } ?? false
    }
}
