package import PhotoModel
package import SystemPackage

/// The list of receipts that a destination itself keeps: a second copy of what the index knows, for other machines and
/// for an index that is lost.
///
/// The list has parts. A folder has one, to which lines are appended. A remote, where nothing can be appended, has one
/// for each run that sent files, written once.
package protocol ReceiptListing: Sendable {
    /// The parts, by name; empty if there is no list yet.
    ///
    /// - Throws: `failed`, and what ends runs.
    func parts() async throws(UploadError) -> [ReceiptListPart]

    /// The lines of a part from an offset on. The last line may be incomplete.
    ///
    /// - Parameter offset: the number of bytes to skip; 0 for the whole part.
    /// - Returns: the bytes; empty if the part is not longer than `offset` or does not exist.
    /// - Throws: `failed`, and what ends runs.
    func lines(of part: String, from offset: Int64) async throws(UploadError) -> [UInt8]

    /// Adds lines. Lines that another program adds at the same time stay whole.
    ///
    /// - Parameter lines: JSON objects, each ended by a line feed.
    /// - Returns: where the lines are.
    /// - Throws: `failed`, and what ends runs.
    @discardableResult
    func add(_ lines: [UInt8]) async throws(UploadError) -> AddedReceiptLines

    /// Writes the lines kept in memory as a new part, durably.
    ///
    /// - Returns: the part; nil where no lines were kept.
    /// - Throws: `failed`, and what ends runs: the lines are still kept then.
    func close() async throws(UploadError) -> ReceiptListPart?
}

/// A part of a destination's list of receipts.
package struct ReceiptListPart: Hashable, Sendable {
    /// The name, unique within the list.
    package let name: String
    /// The size in bytes.
    package let size: Int64
    /// Whether lines are appended to it. Other parts never change.
    package let grows: Bool

    /// A part with its current size.
    package init(name: String, size: Int64, grows: Bool) {
        self.name = name
        self.size = size
        self.grows = grows
    }
}

/// Where lines that were added to a list of receipts are.
package enum AddedReceiptLines: Hashable, Sendable {
    /// In a part, durably, at these bytes.
    case written(to: String, Range<Int64>)
    /// In a part, durably, at an unknown offset.
    case writtenSomewhere
    /// In memory, until the list is closed.
    case kept
}

/// The directories of this machine that a destination occupies. They may not contain the library or be inside it.
package protocol LocalPlace: Sendable {
    /// The device and inode of the destination's top and of every directory above it, from the top up, as the service
    /// itself has it open; empty if it is not a directory. They show whether a destination is inside a root or around
    /// one.
    ///
    /// - Throws: `unavailable`.
    func surroundings() async throws(UploadError) -> [FileIdentity]

    /// The directories of this machine that copies reach indirectly: through a remote that is served by this machine.
    ///
    /// - Returns: the directories, whether or not they exist; absolute.
    /// - Throws: `unavailable`, and what ends runs.
    func localDirectories() async throws(UploadError) -> [FilePath]
}

/// Reports a destination's condition, so that a checkup can tell whether the next run will succeed.
package protocol ConditionReporting: Sendable {
    /// Asks for the condition. Changes nothing.
    ///
    /// - Throws: `failed`, and what ends runs.
    func condition() async throws(UploadError) -> DestinationCondition
}

/// What a destination reports about itself. A member is nil if it was not reported or not requested.
package struct DestinationCondition: Hashable, Sendable {
    /// The number of bytes this user can still store.
    package var free: Int64?
    /// The total capacity in bytes.
    package var total: Int64?
    /// The program that sends there, with its version.
    package var program: String?
    /// The time of the server's clock, in nanoseconds since 1970-01-01T00:00:00Z.
    package var clock: Int64?

    package init(free: Int64? = nil, total: Int64? = nil, program: String? = nil, clock: Int64? = nil) {
        self.free = free
        self.total = total
        self.program = program
        self.clock = clock
    }
}

/// The copies that this program has stored at a destination, as the destination itself knows them by a note beside each
/// copy. The note is only a hint; the checksum computed by the destination counts.
package protocol CopyCatalogue: Sendable {
    /// Finds copies by content, whatever their names and whichever machine sent them.
    ///
    /// - Returns: for each, in order, where a copy is; nil where none is known. The copy still has to be verified.
    /// - Throws: `failed`, and what ends runs.
    func find(_ contents: [RecordedContent]) async throws(UploadError) -> [CopyLocation?]

    /// A page of the list of all copies.
    ///
    /// - Parameter token: ``CataloguePage/next`` of the page before; nil for the first.
    /// - Throws: `failed`, and what ends runs.
    func page(after token: String?) async throws(UploadError) -> CataloguePage
}

extension CataloguePage {
    /// Passes each page of a catalogue to `body`, until that returns false.
    ///
    /// - Parameter page: asks for the page after a token, as ``CopyCatalogue/page(after:)``.
    /// - Throws: as `page`; `unavailable` where the pages lead back to one of them, or 1,000 in a row have no copies
    ///   that earlier ones do not have.
    package static func forEach(
        _ page: (_ token: String?) async throws(UploadError) -> CataloguePage, do body: (CataloguePage) -> Bool
    ) async throws(UploadError) {
        var (token, seen, empty): (String?, Set<String>, Int) = (nil, [], 0)
        var places: Set<CopyLocation> = []
        repeat {
            let page = try await page(token)
            if !body(page) { return }
            token = page.next
            if let token, !seen.insert(token).inserted {
                throw UploadError(.unavailable, "the pages of its copies lead back to one of them")
            }
            let known = places.count
            places.formUnion(page.places)
            empty = places.count == known ? empty + 1 : 0
            if empty == 1_000, token != nil {
                throw UploadError(.unavailable, "\(empty) pages of its copies bring nothing new, and more would follow")
            }
        } while token != nil
    }
}

/// A page of a destination's catalogue.
package struct CataloguePage: Sendable {
    /// A copy.
    package struct Copy: Hashable, Sendable {
        package let location: CopyLocation
        /// What the note says was sent.
        package let content: RecordedContent
        /// What is stored there now.
        package let stored: StoredFile

        package init(location: CopyLocation, content: RecordedContent, stored: StoredFile) {
            self.location = location
            self.content = content
            self.stored = stored
        }
    }

    /// The copies that are known to be in the destination. May be empty although more pages follow.
    package let copies: [Copy]
    /// The paths of files that may be copies and whose notes or size cannot be read.
    package let unreadable: [FilePath]
    /// The token for the next page; nil on the last page.
    package let next: String?

    /// Where everything on the page is.
    var places: [CopyLocation] {
        copies.map(\.location) + unreadable.map { CopyLocation($0) }
    }

    package init(copies: [Copy], unreadable: [FilePath] = [], next: String? = nil) {
        self.copies = copies
        self.unreadable = unreadable
        self.next = next
    }
}
