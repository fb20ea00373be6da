package import PhotoModel

/// Why a file cannot be cleaned.
package enum CleanFailure: Error, Sendable {
    /// Something in it is not understood, so that nobody knows what it tells; in words, such as
    /// `has a box abcd that is not known`.
    case refused(String)
    /// It cannot be read.
    case unreadable(ReadFailure)
}

/// A clean copy of a file, as pieces of the file and bytes of its own.
///
/// What stays is listed, not what goes. The picture's coded bytes are copied as they are.
package struct CleanRecipe: Sendable {
    /// A piece of the copy.
    enum Piece: Hashable, Sendable {
        /// Bytes of the file that are picture or sound.
        case picture(Range<Int>)
        /// Other bytes of the file, which say nothing but how to show the picture.
        case kept(Range<Int>)
        /// Bytes of the copy's own.
        case written([UInt8])
        /// So many zeroes.
        case zeroes(Int)

        var count: Int {
            switch self {
            case .picture(let range), .kept(let range): range.count
            case .written(let bytes): bytes.count
            case .zeroes(let count): count
            }
        }
    }

    private(set) var pieces: [Piece] = []
    /// What is left out.
    package internal(set) var removed: Set<Carrier> = []

    /// The size of the copy in bytes.
    package var size: Int { pieces.reduce(0) { $0 + $1.count } }

    /// Adds a piece; an empty one is left out, and one that continues the last is joined to it.
    mutating func add(_ piece: Piece) {
        switch (pieces.last, piece) {
        case (_, .picture(let range)) where range.isEmpty: return
        case (_, .kept(let range)) where range.isEmpty: return
        case (_, .written(let bytes)) where bytes.isEmpty: return
        case (_, .zeroes(0)): return
        case (.kept(let last)?, .kept(let next)) where last.upperBound == next.lowerBound:
            pieces[pieces.count - 1] = .kept(last.lowerBound..<next.upperBound)
        case (.picture(let last)?, .picture(let next)) where last.upperBound == next.lowerBound:
            pieces[pieces.count - 1] = .picture(last.lowerBound..<next.upperBound)
        case (.zeroes(let last)?, .zeroes(let next)): pieces[pieces.count - 1] = .zeroes(last + next)
        default: pieces.append(piece)
        }
    }
}

/// Changes of a copy that keep every byte in its place, so that offsets in the file stay right.
struct CleanEdits {
    private var changes: [(place: Int, piece: CleanRecipe.Piece)] = []
    private(set) var removed: Set<Carrier> = []
    /// Where the copy ends.
    var end: Int

    init(size: Int) { end = size }

    /// Notes that something is left out.
    mutating func note(_ carrier: Carrier) { removed.insert(carrier) }

    /// Writes other bytes over the file's.
    mutating func write(_ bytes: [UInt8], at place: Int) { changes.append((place, .written(bytes))) }

    /// Writes zeroes over the file's bytes.
    mutating func blank(_ range: Range<Int>) {
        if !range.isEmpty { changes.append((range.lowerBound, .zeroes(range.count))) }
    }

    /// Says that bytes are picture or sound.
    mutating func keepPicture(_ range: Range<Int>) {
        if !range.isEmpty { changes.append((range.lowerBound, .picture(range))) }
    }

    /// The copy; nil if changes lie over each other or beyond its end.
    var recipe: CleanRecipe? {
        var recipe = CleanRecipe()
        recipe.removed = removed
        var place = 0
        for change in changes.sorted(by: { $0.place < $1.place }) {
            var only = CleanRecipe()
            only.add(change.piece)
            guard change.place >= place, change.place + only.size <= end else { return nil }
            recipe.add(.kept(place..<change.place))
            recipe.add(change.piece)
            place = change.place + only.size
        }
        recipe.add(.kept(place..<end))
        return recipe
    }
}
