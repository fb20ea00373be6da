internal import Foundation
internal import SystemPackage
internal import WorkphotosTestSupport

enum DestinationCheck {
    /// Whether a path is one of the program's own files: the marker, or a list of receipts.
    static func isOwn(_ path: String) -> Bool {
        path == ".workphotos-destination" || path == "receipts.ndjson" || path.hasPrefix(".workphotos-receipts/")
    }

    /// Violations of what must hold at any time: every named file is a complete work photo, no photo is there twice,
    /// files of others are unchanged, and nothing was written past the destination. Files named in `unfinished` may be
    /// incomplete.
    static func violations(_ world: World, unfinished: Set<String> = []) throws -> [String] {
        violations(world, try world.copies, unfinished: unfinished)
    }

    /// The same for files that are already listed.
    static func violations(
        _ world: World, _ files: [String: FileState], unfinished: Set<String> = []
    ) -> [String] {
        var places: [String: [String]] = [:]
        var violations: [String] = []
        for (path, state) in files.sorted(by: { $0.key < $1.key }) where isNamed(path) {
            if let foreign = world.foreign[path] {
                if foreign != state.sha256 { violations.append("another's file was overwritten: \(path)") }
            } else if world.work.contains(state.sha256) {
                places[state.sha256, default: []].append(path)
            } else if !unfinished.contains(path) {
                violations.append("at the destination is what is no work photo: \(path), \(state.size) bytes")
            }
        }
        violations += world.foreign.keys.filter { files[$0] == nil }.map { "another's file was removed: \($0)" }
        // At a remote, a copy that a run found changed or missing is sent again under another name. It may be back
        // later.
        violations += places.filter { $1.count > 1 && !(world.remote != nil && world.lost.contains($0)) }.map {
            "one photo is there twice: \($1.joined(separator: ", "))"
        }
        violations += FileState.tree(world.path("elsewhere")).keys.sorted().map {
            "written past the destination: \($0)"
        }
        return violations
    }

    /// Violations of what must also hold at the end: every work photo is there, under the names of an undisturbed run
    /// if no one else interferes, and nothing is unfinished.
    static func finalViolations(_ world: World) throws -> [String] {
        let files = try world.copies
        let contents = Set(files.values.map(\.sha256))
        let missing = world.wanted.subtracting(contents).map {
            "a work photo is not at the destination: \($0.prefix(12))"
        }
        let unfinished = files.keys.filter { !isNamed($0) && !isOwn($0) }.sorted()
        var violations = missing + unfinished.map { "left over at the destination: \($0)" }
        let names = shownNames(files, world), expected = shownNames(world.undisturbed.destination, world)
        if world.foreign.isEmpty, !world.isEdited, names != expected {
            let more = names.subtracting(expected).sorted(), fewer = expected.subtracting(names).sorted()
            violations.append("other names than undisturbed: more \(more), fewer \(fewer)")
        }
        return violations
    }

    /// The names of finished files; at a remote without the numbers of copies that were sent again.
    private static func shownNames(_ files: [String: FileState], _ world: World) -> Set<String> {
        let names = files.keys.filter(isNamed)
        return Set(world.remote == nil ? names : names.map { $0.replacing(#/ \([0-9]+\)/#, with: "") })
    }

    /// The SHA-256 of photos whose copy was found changed or missing, by the index.
    static func lost(_ world: World) throws -> Set<String> {
        let query = "SELECT lower(hex(sha256)) FROM receipt WHERE failedAt IS NOT NULL"
        return Set(try IndexCopy(of: world)?.rows(query).map { $0[0] } ?? [])
    }

    /// The names of uploads in progress, by the journal.
    static func journalled(_ world: World) throws -> Set<String> {
        let query = """
            SELECT CAST(actionMember.target AS TEXT) FROM actionMember JOIN action ON action.id = actionMember.action
            WHERE action.kind = 'upload' AND action.state = 'running' AND actionMember.target IS NOT NULL
            """
        return Set(try IndexCopy(of: world)?.rows(query).map { $0[0] } ?? [])
    }

    /// Whether a path is that of a finished file.
    static func isNamed(_ path: String) -> Bool {
        !isOwn(path) && path.split(separator: "/").allSatisfy { !$0.hasPrefix(".workphotos-") }
    }
}
