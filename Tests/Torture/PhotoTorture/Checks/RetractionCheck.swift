internal import SystemPackage
internal import WorkphotosTestSupport

/// Checks that copies that are taken back are at the destination or in the trash, that nothing else has changed, and
/// that receipts match what is there.
struct RetractionCheck {
    private let world: World
    private let hashes: Set<String>
    private let copies: [String: FileState]
    private let trash: [String: Remains.Trashed]

    /// - Parameter photos: the photos whose copies are taken back.
    init(_ world: World, takenBack photos: [LibraryPhotos.File]) throws {
        self.world = world
        hashes = Set(photos.map { FileState.hash($0.bytes) })
        copies = try world.copies
        trash = Remains(of: world).trash
    }

    func violations(at stage: Scenario.Stage) throws -> [String] {
        let always = try LibraryCheck.violations(world) + IndexCheck.violations(world) + lost + receipts()
        if stage == .struck { return always }
        return always + (try unfinished()) + left
    }

    /// Copies that are neither where they were nor in the trash, and other copies that are not as they were.
    private var lost: [String] {
        let trashed = Set(trash.values.compactMap(\.file?.sha256))
        return world.savedCopies.sorted { $0.key < $1.key }.compactMap { path, state in
            guard DestinationCheck.isNamed(path), copies[path]?.sha256 != state.sha256 else { return nil }
            if !hashes.contains(state.sha256) { return "another copy was changed: \(path)" }
            return trashed.contains(state.sha256) ? nil : "LOST: \(path)"
        }
    }

    private func receipts() throws -> [String] {
        try ReceiptCheck.indexed(world).compactMap { entry in
            copies[entry.target]?.sha256 == entry.sha256
                ? nil : "the index has a receipt for what is not there: \(entry.target)"
        }
    }

    /// What is under way still, and descriptions in the trash without a file.
    private func unfinished() throws -> [String] {
        let running = try IndexCopy(of: world)?.rows("SELECT id FROM action WHERE state = 'running'") ?? []
        return running.map { "the journal has under way: \($0[0])" }
            + trash.filter { $0.value.file == nil }.keys.sorted().map { "described in the trash, and not there: \($0)" }
    }

    private var left: [String] {
        copies.filter { DestinationCheck.isNamed($0.key) && hashes.contains($0.value.sha256) }.keys.sorted().map {
            "was not taken back: \($0)"
        }
    }
}
