internal import Foundation
internal import SystemPackage
internal import WorkphotosTestSupport

/// Looks at what lies at the destination.
enum DestinationCheck {
    /// The program's own files at the top.
    static let own: Set = [".workphotos-destination", "receipts.ndjson"]

    /// What must hold at every moment: what has a name is a whole work photo, and no photo is there twice; what others
    /// put there is as they left it; nothing went past the destination. Names of `unfinished` may not be whole yet.
    static func violations(_ world: World, unfinished: Set<String> = []) -> [String] {
        let files = FileState.tree(world.path("backup"))
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
        violations += places.values.filter { $0.count > 1 }.map {
            "one photo is there twice: \($0.joined(separator: ", "))"
        }
        violations += FileState.tree(world.path("elsewhere")).keys.sorted().map {
            "written past the destination: \($0)"
        }
        return violations
    }

    /// What must hold besides when all is done: every work photo is there, under the names that an undisturbed run gives
    /// where nobody else interferes, and nothing unfinished.
    static func finalViolations(_ world: World) -> [String] {
        let files = FileState.tree(world.path("backup"))
        let contents = Set(files.values.map(\.sha256))
        let missing = world.wanted.subtracting(contents).map {
            "a work photo is not at the destination: \($0.prefix(12))"
        }
        let unfinished = files.keys.filter { !isNamed($0) && !own.contains($0) }.sorted()
        var violations = missing + unfinished.map { "left over at the destination: \($0)" }
        let names = Set(files.keys.filter(isNamed))
        let expected = Set(world.undisturbed.destination.keys.filter(isNamed))
        if world.foreign.isEmpty, !world.isEdited, names != expected {
            let more = names.subtracting(expected).sorted(), fewer = expected.subtracting(names).sorted()
            violations.append("other names than undisturbed: more \(more), fewer \(fewer)")
        }
        return violations
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
        !own.contains(path) && path.split(separator: "/").allSatisfy { !$0.hasPrefix(".workphotos-") }
    }
}
