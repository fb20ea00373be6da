package import PhotoModel
package import SystemPackage

/// The list of receipts that a destination keeps of itself: a second copy of what the index knows, for other machines
/// and for an index that is lost.
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

/// What a destination has that lies on this machine: it may not lie in the library, nor the library in it.
package protocol LocalPlace: Sendable {
    /// The device and inode of the destination's top and of every directory above it, from the top up, as the service
    /// itself has it open; empty where it has no such thing. By these a destination that lies in a root, or around one,
    /// is known.
    ///
    /// - Throws: `unavailable`.
    func surroundings() async throws(UploadError) -> [FileIdentity]

    /// The directories of this machine that copies come to lie in by another road: behind a remote that is one of this
    /// machine's own.
    ///
    /// - Returns: the directories, there or not; absolute.
    /// - Throws: `unavailable`, and what ends runs.
    func localDirectories() async throws(UploadError) -> [FilePath]
}

/// What a destination tells of itself besides its files: for whoever looks whether the next night goes well.
package protocol ConditionReporting: Sendable {
    /// Asks. Changes nothing.
    ///
    /// - Throws: `failed`, and what ends runs.
    func condition() async throws(UploadError) -> DestinationCondition
}

/// What a destination tells of itself. What it does not tell, or nobody asked, is nil.
package struct DestinationCondition: Hashable, Sendable {
    /// How many bytes more it takes, of this user.
    package var free: Int64?
    /// How many it takes in all.
    package var total: Int64?
    /// The program that sends there, with its version.
    package var program: String?
    /// What the server's clock shows, nanoseconds since 1970-01-01T00:00:00Z.
    package var clock: Int64?

    package init(free: Int64? = nil, total: Int64? = nil, program: String? = nil, clock: Int64? = nil) {
        self.free = free
        self.total = total
        self.program = program
        self.clock = clock
    }
}

/// The copies that this program has left at a destination, as the destination itself knows them: by what was noted
/// beside each when it was sent. What was noted is a hint; what counts is the checksum that the destination computed.
package protocol CopyCatalogue: Sendable {
    /// Finds copies of contents, whatever they are called and whichever machine has sent them.
    ///
    /// - Parameter contents: each with its SHA-256.
    /// - Returns: for each, in their order, where a copy is; nil where none is known. It is to be looked at.
    /// - Throws: `failed`, and what ends runs.
    func find(_ contents: [RecordedContent]) async throws(UploadError) -> [CopyLocation?]

    /// A page of all copies.
    ///
    /// - Parameter token: what the page before gave; nil for the first.
    /// - Returns: the page.
    /// - Throws: `failed`, and what ends runs.
    func page(after token: String?) async throws(UploadError) -> CataloguePage
}

/// Some copies of a destination's catalogue.
package struct CataloguePage: Sendable {
    /// A copy.
    package struct Copy: Hashable, Sendable {
        /// Where it is.
        package let location: CopyLocation
        /// What was noted when it was sent.
        package let content: RecordedContent
        /// What is there now.
        package let stored: StoredFile

        package init(location: CopyLocation, content: RecordedContent, stored: StoredFile) {
            self.location = location
            self.content = content
            self.stored = stored
        }
    }

    /// The copies; there may be none although there are more pages.
    package let copies: [Copy]
    /// How many have notes that mean nothing.
    package let unreadable: Int
    /// What the next page is asked for with; nil where this is the last.
    package let next: String?

    package init(copies: [Copy], unreadable: Int, next: String?) {
        self.copies = copies
        self.unreadable = unreadable
        self.next = next
    }
}
