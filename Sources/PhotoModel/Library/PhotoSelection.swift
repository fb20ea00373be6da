/// Which photos a command is about, and in which order. Every part narrows; an empty selection is every photo that is
/// not gone.
package struct PhotoSelection: Hashable, Sendable {
    /// What photos are ordered by. The raw values are the contract's `--sort`.
    package enum Order: String, CaseIterable, Sendable {
        case taken, path, size
    }

    /// The ground within a distance of a point.
    package struct Circle: Hashable, Sendable {
        /// The point.
        package let center: Coordinate
        /// The distance.
        package let meters: Double

        package init(center: Coordinate, meters: Double) {
            self.center = center
            self.meters = meters
        }
    }

    /// What a photo has at destinations.
    package struct Upload: Hashable, Sendable {
        /// Whether every member of the group has a receipt that counts, at one and the same configured destination. For
        /// a photo that is not work: whether anything of it was sent, be it the photo, bytes that it had before, or
        /// another file of its group.
        package let isDone: Bool
        /// Formats of sidecars that are not sent, without which a group is uploaded too.
        package let unsentSidecars: Set<SidecarFormat>

        package init(isDone: Bool, unsentSidecars: Set<SidecarFormat>) {
            self.isDone = isDone
            self.unsentSidecars = unsentSidecars
        }
    }

    /// Any of these verdicts; empty means all.
    package var verdicts: Set<Verdict> = []
    /// The fence that decided, by name.
    package var fence: String?
    /// Taken at this wall time or later.
    package var since: WallTime?
    /// Taken before this wall time.
    package var until: WallTime?
    /// Taken in these hours of the week, by the wall time; nil means at any time. A date without an hour is in no part
    /// of a day.
    package var hours: WeeklyHours?
    /// Any of these reasons for the verdict; empty means all.
    package var reasons: Set<Reason> = []
    /// Only those of groups that a person has marked.
    package var isMarked = false
    /// Only those of groups of which a person holds a file.
    package var isHeld = false
    /// Only the leader of each group.
    package var isLeader = false
    /// A part of make, model, or both with a blank between, in any case.
    package var camera: String?
    /// Those that are uploaded, or those that are not; nil means all.
    package var upload: Upload?
    /// Within so many metres of a point.
    package var near: Circle?
    /// Patterns of whole paths, of which one has to match; empty means all.
    package var paths: [Glob] = []
    /// At most so many, counted after ordering.
    package var limit: Int?
    /// By what the photos are ordered; ties, and photos without a time (last), go by path bytes.
    package var order = Order.taken
    /// Whether the order is turned round.
    package var isReversed = false

    package init() {}

    /// Whether no photo is left out, in whatever order.
    package var isEverything: Bool {
        var everything = PhotoSelection()
        (everything.order, everything.isReversed) = (order, isReversed)
        return self == everything
    }
}
