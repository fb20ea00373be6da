internal import SystemPackage
internal import WorkphotosTestSupport

/// Checks that every photo still exists, and that photos that must not be removed are in their places, while others are
/// removed or restored.
struct RemovalCheck {
    struct Rules: Sendable {
        /// What must hold at the end.
        enum Goal {
            /// Every photo that may be removed is removed.
            case removed
            /// Like `removed`, and none is in the trash.
            case emptied
            /// Every photo is in the library.
            case restored
            /// Nothing is in progress.
            case settled
        }

        /// What must hold at the end.
        var goal: Goal
        /// Whether a photo may exist only at the destination.
        var mayBeSentOnly = false
    }

    let world: World
    let rules: Rules
    let remains: Remains
    /// The files at the destination.
    let copies: [String: FileState]

    static func violations(_ world: World, _ stage: Scenario.Stage, _ rules: Rules) throws -> [String] {
        let check = RemovalCheck(world: world, rules: rules, remains: Remains(of: world), copies: try world.copies)
        var violations = check.staying + check.whereabouts + check.strangers + check.trash + check.destination
        violations += try IndexCheck.violations(world)
        if stage == .struck { return violations }
        violations += check.unfinished + check.split
        violations += try JournalCheck.violations(world, check.remains)
        let isOver = stage == .finished || rules.goal == .restored || rules.goal == .emptied
        return violations + (isOver ? check.undone : [])
    }

    /// Photos that must not be removed were never even renamed.
    private var staying: [String] {
        let disturbance = world.disturbance
        let untouched = world.photos.filter { $0.stays && !disturbance.displaced.contains($0.path) }.compactMap {
            file in
            remains.home[file.path] == world.library[file.path] ? nil : "what may not be removed was: \(file.path)"
        }
        let demanded = disturbance.staying.subtracting(disturbance.displaced).sorted().compactMap { path in
            isAtHome(path) ? nil : "removed, though something has come between: \(path)"
        }
        let intruders = disturbance.intruders.sorted { $0.key < $1.key }.compactMap { path, state -> String? in
            guard let found = remains.home[path] else { return "another's file is gone: \(path)" }
            return found.looksLike(state) ? nil : "another's file was changed: \(path)"
        }
        return untouched + demanded + intruders + disturbance.complaints
    }

    /// Every photo that may be removed exists completely somewhere.
    private var whereabouts: [String] {
        world.photos.filter { !$0.stays }.compactMap { file in
            let path = file.path
            if world.disturbance.displaced.contains(path) { return nil }
            if let found = remains.home[path], world.disturbance.intruders[path] == nil {
                return isAtHome(path) ? nil : "came to be another file: \(path), \(found.size) bytes"
            }
            let hash = world.library[path]?.sha256
            let isParked = remains.parked.values.contains { $0.sha256 == hash }
            let isTrashed = remains.trash.values.contains { $0.file?.sha256 == hash }
            let mayBeSentOnly = rules.mayBeSentOnly || world.disturbance.isTrashOther
            let isSent = mayBeSentOnly && hash.map(sent.contains) == true
            return isParked || isTrashed || isSent ? nil : "LOST: \(path)"
        }
    }

    /// The library contains nothing new except parked files, and these are its own.
    private var strangers: [String] {
        let new = remains.home.keys.filter { world.library[$0] == nil && world.disturbance.intruders[$0] == nil }
        let hashes = Set(world.removable.compactMap { world.library[$0]?.sha256 })
        // A photo that is being fetched has such a name.
        let parked = rules.goal == .restored ? [:] : remains.parked
        let odd = parked.filter { !hashes.contains($0.value.sha256) }.keys.sorted()
        return new.sorted().map { "the library has a new file: \($0)" } + odd.map { "parked is another's file: \($0)" }
    }

    /// The trash has a description for every file, and contains only photos that may be removed.
    private var trash: [String] {
        let removable = Dictionary(
            world.removable.map { (world.path("photos").appending($0).string, world.library[$0]) },
            uniquingKeysWith: { $1 })
        var violations = remains.misplaced.map { "in another file system's trash: \($0)" }
        for (name, trashed) in remains.trash.sorted(by: { $0.key < $1.key }) where trashed.file != nil {
            if name == World.oldTrash {
                if trashed.file?.sha256 != FileState.hash(World.oldBytes) || trashed.path == nil {
                    violations.append("the user's own file in the trash was changed")
                }
            } else if !trashed.isDescribed {
                violations.append("in the trash without a description: \(name)")
            } else if let path = trashed.path, let wanted = removable[path], let wanted {
                if trashed.file?.looksLike(wanted) != true, !world.disturbance.isTrashOther {
                    violations.append("in the trash is another file than \(path): \(name)")
                }
            } else {
                violations.append("in the trash with a wrong description: \(name), \(trashed.path ?? "none")")
            }
        }
        violations += world.disturbance.flipped.sorted { $0.key < $1.key }.compactMap { name, state in
            remains.trashed(name)?.looksLike(state) == true ? nil : "what was changed in the trash is gone: \(name)"
        }
        violations += world.disturbance.trashed.filter { remains.trash[$0]?.file == nil }.sorted().map {
            "left the trash without a copy: \($0)"
        }
        let isOldThere = remains.trash[World.oldTrash]?.file != nil
        return violations + (isOldThere ? [] : ["the user's own file in the trash was removed"])
    }

    /// The copies are unchanged.
    private var destination: [String] {
        let touched = world.savedCopies.filter { path, state in
            path != "receipts.ndjson" && copies[path]?.sha256 != state.sha256
        }
        return DestinationCheck.violations(world, copies) + touched.keys.sorted().map { "the copy \($0) was changed" }
    }

    /// Nothing is in progress any more.
    private var unfinished: [String] {
        let described = remains.trash.filter { $0.value.file == nil }.keys.sorted()
        return remains.parked.keys.sorted().map { "left parked: \($0)" }
            + described.map { "described in the trash, and not there: \($0)" }
    }

    /// A group is in the library or removed as a whole.
    private var split: [String] {
        let photos = world.photos.filter { !$0.stays && !world.disturbance.displaced.contains($0.path) }
        return Dictionary(grouping: photos, by: \.group).sorted { $0.key < $1.key }.compactMap {
            name, files in
            let there = files.filter { remains.home[$0.path] != nil }.map(\.path)
            return there.isEmpty || there.count == files.count ? nil : "the group \(name) is split: at home \(there)"
        }
    }

    /// What the command should have done.
    private var undone: [String] {
        let disturbance = world.disturbance
        let expected = world.removable.subtracting(disturbance.excused).subtracting(disturbance.staying)
            .subtracting(disturbance.displaced).sorted()
        switch rules.goal {
        case .settled: return []
        case .restored: return expected.filter { !isAtHome($0) }.map { "is not back: \($0)" }
        case .removed, .emptied:
            let isLeft = rules.goal == .removed || disturbance.isTrashOther
            let trashed = isLeft ? [] : remains.trash.keys.filter { $0 != World.oldTrash }.sorted()
            // A photo that was put back is removed after the next scan, but there is none if there are new files.
            let left = world.isDisturbed ? [] : expected.filter { remains.home[$0] != nil }
            return left.map { "was not removed: \($0)" }
                + trashed.map { "is in the trash still: \($0)" }
        }
    }

    /// Whether a file is what it was, except for attributes that a run reported as not restored.
    private func isAtHome(_ path: String) -> Bool {
        guard let wanted = world.library[path], let found = remains.home[path] else { return false }
        return found.sha256 == wanted.sha256
            && (found.mode == wanted.mode || isSaid(path, "was restored with permissions"))
            && (found.modified == wanted.modified || isSaid(path, "was restored without the time"))
    }

    private func isSaid(_ path: String, _ words: String) -> Bool {
        let photo = world.path("photos").appending(path).string
        return world.notes.split(separator: "\n").contains { $0.contains(photo) && $0.contains(words) }
    }

    private var sent: Set<String> {
        Set(copies.filter { DestinationCheck.isNamed($0.key) }.values.map(\.sha256))
    }
}
