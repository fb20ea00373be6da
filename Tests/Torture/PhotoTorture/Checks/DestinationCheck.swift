internal import Foundation
internal import SystemPackage
internal import WorkphotosTestSupport

/// Looks at what lies at the destination.
enum DestinationCheck {
    /// Whether a path is that of one of the program's own files: the marker, and the lists of receipts.
    static func isOwn(_ path: String) -> Bool {
        path == ".workphotos-destination" || path == "receipts.ndjson" || path.hasPrefix(".workphotos-receipts/")
    }

    /// What must hold at every moment: what has a name is a whole work photo, and no photo is there twice; what others
    /// put there is as they left it; nothing went past the destination. Names of `unfinished` may not be whole yet.
    static func violations(_ world: World, unfinished: Set<String> = []) throws -> [String] {
        violations(world, try world.copies, unfinished: unfinished)
    }

    /// The same, of what is known to lie there.
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
        // What lies at a remote counts where a run has noted that it sent it, and no other found it changed. A run that
        // was struck may have sent it and not have come to note that: then it is sent again, under another name.
        violations += places.filter { $1.count > 1 && !(world.remote != nil && world.begun.contains($0)) }.map {
            "one photo is there twice: \($1.joined(separator: ", "))"
        }
        violations += FileState.tree(world.path("elsewhere")).keys.sorted().map {
            "written past the destination: \($0)"
        }
        return violations
    }

    /// What must hold besides when all is done: every work photo is there, under the names that an undisturbed run
    /// gives where nobody else interferes, and nothing unfinished.
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

    /// The finished files; at a remote without the numbers of those that are there twice.
    private static func shownNames(_ files: [String: FileState], _ world: World) -> Set<String> {
        let names = files.keys.filter(isNamed)
        return Set(world.remote == nil ? names : names.map { $0.replacing(#/ \([0-9]+\)/#, with: "") })
    }

    /// The SHA-256 of the photos whose upload was begun and did not end well, as far as the journal knows, or whose
    /// copy was found to be another.
    static func begun(_ world: World) throws -> Set<String> {
        let query = """
            SELECT CAST(path AS TEXT) FROM actionMember JOIN action ON action.id = action
            WHERE kind = 'upload' AND state <> 'done'
            """
        let top = world.path("photos").string + "/"
        guard let index = try IndexCopy(of: world) else { return [] }
        let paths = try index.rows(query).map { String($0[0].dropFirst(top.count)) }
        let lost = try index.rows("SELECT lower(hex(sha256)) FROM receipt WHERE failedAt IS NOT NULL").map { $0[0] }
        return Set(paths.compactMap { world.library[$0]?.sha256 } + lost)
    }

    /// The names that uploads are under way to, by the journal.
    static func journalled(_ world: World) throws -> Set<String> {
        let query = """
            SELECT CAST(actionMember.target AS TEXT) FROM actionMember JOIN action ON action.id = actionMember.action
            WHERE action.kind = 'upload' AND action.state = 'running' AND actionMember.target IS NOT NULL
            """
        return Set(try IndexCopy(of: world)?.rows(query).map { $0[0] } ?? [])
    }

    /// Whether a path is that of a finished file, by which people know it.
    static func isNamed(_ path: String) -> Bool {
        !isOwn(path) && path.split(separator: "/").allSatisfy { !$0.hasPrefix(".workphotos-") }
    }
}
