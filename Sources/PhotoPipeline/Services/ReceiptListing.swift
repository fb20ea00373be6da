/// The list of receipts that a destination keeps of itself: a second copy of what the index knows, for other machines and
/// for an index that is lost.
///
/// It has parts. A folder has one, to which lines are appended; a remote, where nothing can be appended to, has one for
/// each run that sent there, written once.
package protocol ReceiptListing: Sendable {
    /// The parts that are there, by name; none where there is no list yet.
    ///
    /// - Throws: `failed`, and what ends runs.
    func parts() async throws(UploadError) -> [ReceiptListPart]

    /// The lines of a part, from a byte on. A last line may be cut.
    ///
    /// - Parameters:
    ///   - part: its name.
    ///   - offset: how many bytes at its start are left out; 0 for the whole part.
    /// - Returns: its bytes; empty where it has no more than were left out, or is not there.
    /// - Throws: `failed`, and what ends runs.
    func lines(of part: String, from offset: Int64) async throws(UploadError) -> [UInt8]

    /// Adds lines. Lines that another program was adding meanwhile stay whole.
    ///
    /// - Parameter lines: JSON objects, each ended by a line feed.
    /// - Returns: where they are.
    /// - Throws: `failed`, and what ends runs.
    @discardableResult
    func add(_ lines: [UInt8]) async throws(UploadError) -> AddedLines

    /// Writes what was kept until now, as a part of its own, durably.
    ///
    /// - Returns: the part; nil where nothing was kept.
    /// - Throws: `failed`, and what ends runs: the lines are kept still.
    func close() async throws(UploadError) -> ReceiptListPart?
}

/// A part of a destination's list of receipts.
package struct ReceiptListPart: Hashable, Sendable {
    /// Its name, which no other part has.
    package let name: String
    /// Bytes.
    package let size: Int64
    /// Whether lines are appended to it; no other part ever changes.
    package let grows: Bool

    /// A part as it is there.
    package init(name: String, size: Int64, grows: Bool) {
        self.name = name
        self.size = size
        self.grows = grows
    }
}

/// Where lines are that were added to a list of receipts.
package enum AddedLines: Hashable, Sendable {
    /// In a part, durably, at these bytes.
    case written(to: String, Range<Int64>)
    /// In a part, durably; nobody can tell at which bytes.
    case writtenSomewhere
    /// In memory, until the list is closed.
    case kept
}
