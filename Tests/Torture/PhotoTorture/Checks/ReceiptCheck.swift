internal import Foundation
internal import SystemPackage
internal import WorkphotosTestSupport

/// Checks that receipts match the copies: those in the index, and those in the destination's own list.
package enum ReceiptCheck {
    /// A receipt: the path and what it is of.
    struct Entry: Hashable {
        var target: String
        var size: Int
        var sha256: String
    }

    /// Violations of what must hold at any time. `isLossy` means that the disk lost a write, which may have been a
    /// receipt's line.
    static func violations(_ world: World, isLossy: Bool) throws -> [String] {
        let files = try world.copies
        let listed = try listed(world, files)
        let entries =
            try indexed(world).map { ("the index", $0) } + listed.entries.map { ("the destination's list", $0) }
        let violations = entries.compactMap { source, entry -> String? in
            guard let file = files[entry.target] else { return "\(source) has a receipt for nothing: \(entry.target)" }
            let isRight = file.size == entry.size && file.sha256 == entry.sha256
            return isRight ? nil : "\(source) has a receipt for other bytes: \(entry.target)"
        }
        return violations + (isLossy ? [] : listed.damage)
    }

    /// Violations of what must also hold at the end: both lists contain every work photo. The destination's list is
    /// exempt if it may lack lines.
    static func finalViolations(_ world: World, isLossy: Bool, mayLackLines: Bool) throws -> [String] {
        let listed = try listed(world, world.copies).entries
        let missing = world.wanted.subtracting(try indexed(world).map(\.sha256)).map {
            "the index has no receipt for \($0)"
        }
        let unlisted = world.wanted.subtracting(listed.map(\.sha256)).map {
            "the destination's list has no line for \($0)"
        }
        return missing + (isLossy || mayLackLines ? [] : unlisted)
    }

    static func indexed(_ world: World) throws -> [Entry] {
        let query = "SELECT CAST(target AS TEXT), size, lower(hex(sha256)) FROM receipt WHERE failedAt IS NULL"
        return try IndexCopy(of: world)?.rows(query).map { Entry(target: $0[0], size: Int($0[1]) ?? -1, sha256: $0[2]) }
            ?? []
    }

    /// The lines of all lists.
    private static func listed(
        _ world: World, _ copies: [String: FileState]
    ) throws -> (entries: [Entry], damage: [String]) {
        var entries: [Entry] = []
        var damage: [String] = []
        for (name, bytes) in try world.receiptLists(copies) {
            for (number, line) in bytes.split(separator: 10).enumerated() {
                let object = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
                if let object, let target = object["target"] as? String, let sha256 = object["sha256"] as? String {
                    entries.append(Entry(target: target, size: object["size"] as? Int ?? -1, sha256: sha256))
                } else if object == nil, !isCut(Array(line)) {
                    damage.append("\(name) has a broken line \(number + 1)")
                }
            }
        }
        return (entries, damage)
    }

    /// Whether a broken line is the beginning of one line, which a kill in the middle of a write leaves. The next
    /// program starts a new line after it and does not remove it, since on a share without locks its writer may be
    /// alive. Nothing is lost: the receipt is written again, or the final check finds that it is missing.
    package static func isCut(_ line: [UInt8]) -> Bool {
        ["{\"checkedAt\":\"", "{\"file\":\""].map { Array($0.utf8) }.contains { start in
            zip(line, start).allSatisfy(==) && !line.dropFirst().contains(start)
        }
    }
}
