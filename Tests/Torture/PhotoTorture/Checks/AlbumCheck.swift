internal import Foundation
internal import SystemPackage
internal import WorkphotosTestSupport

/// Checks an album at a remote: what is in its folder and who sees it, and that library and uploads are as they were.
struct AlbumCheck {
    static let name = "Site"
    private static let folder = "Albums/\(name)"
    private let world: World
    /// Whether its copies lack what tells place, device and person.
    private let isClean: Bool
    private let copies: [String: FileState]
    private let links: [String]

    init(_ world: World, isClean: Bool) throws {
        (self.world, self.isClean) = (world, isClean)
        copies = try world.copies
        links = try world.linking?.links() ?? []
    }

    func violations(at stage: Scenario.Stage) throws -> [String] {
        let always = try LibraryCheck.violations(world) + IndexCheck.violations(world) + changed + wrong + seen
        if stage == .struck { return always }
        let missing = wanted.subtracting(there.values.map(\.sha256)).map { "is not in the album: \($0.prefix(12))" }
        let isSeen = links.contains(Self.folder)
        return always + missing + (isSeen ? [] : ["the album has no link"]) + unfinished
    }

    /// What stays of a removed album.
    var left: [String] {
        copies.keys.filter { $0.hasPrefix("Albums/") }.sorted().map { "stays of the album: \($0)" }
            + links.map { "still has a link: \($0)" }
    }

    /// What is in the album.
    private var there: [String: FileState] { copies.filter { $0.key.hasPrefix(Self.folder + "/") } }

    /// The SHA-256 of what belongs into it: the undisturbed run's copies.
    private var wanted: Set<String> {
        Set(world.undisturbed.destination.filter { $0.key.hasPrefix(Self.folder + "/") }.map(\.value.sha256))
    }

    /// Uploads that are not as they were.
    private var changed: [String] {
        world.savedCopies.keys.filter {
            DestinationCheck.isNamed($0) && copies[$0]?.sha256 != world.savedCopies[$0]?.sha256
        }
        .sorted().map { "an upload was changed: \($0)" }
    }

    /// Files that do not belong into the album, twice, or that tell a device.
    private var wrong: [String] {
        let photos = Set(
            world.photos.filter { $0.verdict == .work && !$0.path.hasSuffix(".xmp") }.map { FileState.hash($0.bytes) })
        let isWrong = { (sha256: String) in isClean ? photos.contains(sha256) : !photos.contains(sha256) }
        let others = there.filter { isWrong($0.value.sha256) }.keys.sorted().map { "is in the album: \($0)" }
        let isTwice = Set(there.values.map(\.sha256)).count < there.count
        return others + (isTwice ? ["a photo is in the album twice"] : [])
    }

    /// Links to what is not whole.
    private var seen: [String] {
        let others = links.filter { $0 != Self.folder }.map { "has a link: \($0)" }
        let isWhole = wanted.isSubset(of: there.values.map(\.sha256))
        return others + (links.contains(Self.folder) && !isWhole ? ["the album is seen before it is whole"] : [])
    }

    private var unfinished: [String] {
        copies.keys.filter { $0.hasPrefix("Albums/.workphotos-") }.sorted().map { "left over: \($0)" }
    }
}
