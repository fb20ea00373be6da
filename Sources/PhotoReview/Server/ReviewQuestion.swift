package import PhotoModel

/// How large a picture is shown. The raw values are the last part of its address.
package enum PictureSize: String, Hashable, Sendable {
    /// In a row of the page.
    case small
    /// Alone.
    case large
}

/// A decision on photos.
package struct DecisionRequest: Hashable, Sendable {
    /// What is decided. The raw values are those of the page.
    package enum Decision: String, CaseIterable, Hashable, Sendable {
        /// Marked as work or as personal.
        case work, personal
        /// The mark is taken back.
        case auto
        /// Kept from removal, and not any longer.
        case hold, unhold
    }

    package var decision: Decision
    /// The rows, ascending and apart from each other.
    package var rows: [ClosedRange<Int>]
    /// The number of photos that the page counted; that of `rows`.
    package var count: Int
    /// The ``StampHash`` of the stamps of these rows as the page knows them.
    package var stamp: UInt32
    /// Whether the person has seen the overview.
    package var confirmed: Bool

    package init(
        _ decision: Decision, rows: [ClosedRange<Int>], count: Int, stamp: UInt32, confirmed: Bool = false
    ) {
        self.decision = decision
        self.rows = rows
        self.count = count
        self.stamp = stamp
        self.confirmed = confirmed
    }
}

/// FNV-1a of 32 bits over the stamps of rows, little-endian and in their order.
package struct StampHash: Sendable {
    /// The hash of all that was added.
    package private(set) var value: UInt32 = 0x811C_9DC5

    package init() {}

    /// Adds the stamp of the next row.
    package mutating func add(_ stamp: UInt32) {
        for byte in 0..<4 { value = (value ^ (stamp >> (8 * UInt32(byte)) & 0xFF)) &* 0x0100_0193 }
    }
}

/// A change of the fences.
package struct FenceRequest: Hashable, Sendable {
    /// What is done. The raw values are those of the page.
    package enum Act: String, CaseIterable, Hashable, Sendable {
        case add, edit, remove
        /// Takes the last change back.
        case undo
    }

    package var act: Act
    /// The name of the fence; empty for `undo`.
    package var name: String
    /// The name that it gets; nil if it keeps its own.
    package var newName: String?
    /// Whether it is work or never; nil if that stays, or for a new one means work.
    package var kind: Fence.Kind?
    /// The centre of a circle; nil if that stays.
    package var center: Coordinate?
    /// The radius of a circle in metres, finite and above 0; nil if that stays.
    package var radius: Double?
    /// The corners of a polygon, the first not repeated at the end; nil if it is none, or its corners stay.
    package var points: [Coordinate]?
    /// The moment as of which the person knows the fence; nil where the page does not say.
    package var since: Int?
    /// Whether the change is made; otherwise only its effect is told.
    package var save: Bool
    /// Whether the person has seen the overview.
    package var confirmed: Bool

    package init(_ act: Act, name: String, save: Bool = false, confirmed: Bool = false) {
        self.act = act
        self.name = name
        self.save = save
        self.confirmed = confirmed
    }
}
