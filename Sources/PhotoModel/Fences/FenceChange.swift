/// The changes to a fence.
package struct FenceChange: Sendable {
    /// Another place; nil keeps it.
    package var shape: FenceShape?
    /// Another meaning; nil keeps it.
    package var kind: Fence.Kind?
    /// Other values of properties. What this does not say stays.
    package var terms = FenceTerms()
    /// The properties to take away, as ``FenceProperty/removal`` names them.
    package var removed: Set<String> = []

    package init() {}

    /// Whether everything stays.
    package var isEmpty: Bool { properties(FeatureWriter(style: .compact)).isEmpty && shape == nil }

    /// The properties with the JSON that each is to have; nil takes it away.
    fileprivate func properties(_ writer: FeatureWriter) -> [(name: String, text: String?)] {
        let kind = kind.map { [(name: "kind", text: writer.quoted($0.rawValue) as String?)] } ?? []
        return kind
            + FenceProperty.all.compactMap { property in
                if removed.contains(property.removal) { return (property.name, nil) }
                return writer.text(of: property, terms).map { (property.name, $0) }
            }
    }
}

extension FenceFile {
    /// The file's bytes with a changed fence. Every other byte stays.
    ///
    /// - Returns: nil where there is no such fence.
    /// - Throws: where the fence could not be read back, or would be invalid.
    package func editing(_ name: String, _ change: FenceChange) throws(FenceFileError) -> [UInt8]? {
        guard let entry = entries.first(where: { $0.fence.name == name }) else { return nil }
        let writer = FeatureWriter(style: JSONStyle(of: entry.node, in: self))
        var properties = change.properties(writer)
        var geometry: String?
        if let shape = change.shape {
            let written = writer.parts(of: shape)
            properties.insert(("radius", written.radius), at: 0)
            geometry = written.geometry
        }
        let edited = bytes.replacing(edits(of: entry, properties: properties, geometry: geometry))
        // A fence that is never work has no hours, whichever of the two was changed.
        let fence = try FenceFile(parsing: edited).fences.first { $0.name == name }
        if let fence, fence.kind == .never, !fence.schedule.hours.isEmpty {
            throw FenceFileError(line: entry.nameLine, problem: .neverWithHours)
        }
        return edited
    }

    /// The file's bytes with a renamed fence. Every other byte stays.
    ///
    /// - Returns: nil where there is no such fence.
    /// - Throws: where the new name is taken, empty or holds control characters.
    package func renaming(_ name: String, to new: String) throws(FenceFileError) -> [UInt8]? {
        guard let entry = entries.first(where: { $0.fence.name == name }) else { return nil }
        if let problem = FenceProperty.problem(ofName: new) {
            throw FenceFileError(line: entry.nameLine, problem: problem)
        }
        if let first = line(ofFence: new), new != name {
            throw FenceFileError(line: entry.nameLine, problem: .nameNotUnique(name: new, firstLine: first))
        }
        let writer = FeatureWriter(style: JSONStyle(of: entry.node, in: self))
        return bytes.replacing(edits(of: entry, properties: [("name", writer.quoted(new))], geometry: nil))
    }

    /// What is to be replaced in the bytes so that a feature has other properties and another geometry.
    ///
    /// - Parameters:
    ///   - changed: by name the JSON that each is to have; nil for one that is to mean nothing.
    ///   - geometry: its JSON; nil where it stays.
    /// - Returns: the ranges of the bytes, none of which overlap, and what they are to hold.
    func edits(
        of entry: FenceEntry, properties changed: [(name: String, text: String?)], geometry: String?
    ) -> [(range: Range<Int>, text: [UInt8])] {
        guard let old = entry.node.member("geometry"), let properties = entry.node.member("properties") else {
            return []
        }
        let writer = FeatureWriter(style: JSONStyle(of: entry.node, in: self))
        let source = JSONSource(bytes: bytes)
        let lead = source.lead(of: properties)
        let gap = source.isBroken(lead) ? lead : source.gapAfterComma(of: properties) ?? " "
        var edits = geometry.map { [(old.range, Array($0.utf8))] } ?? []
        var appended = ""
        for (name, text) in changed {
            if let old = properties.member(name) {
                edits.append((old.range, Array((text ?? "null").utf8)))
            } else if let text {
                appended += ",\(gap)\(writer.quoted(name)):\(source.gapAfterColon(of: properties))\(text)"
            }
        }
        if let end = properties.lastMember?.range.upperBound, !appended.isEmpty {
            edits.append((end..<end, Array(appended.utf8)))
        }
        return edits
    }
}

extension [UInt8] {
    /// The bytes with some ranges replaced, none of which overlap.
    func replacing(_ edits: [(range: Range<Int>, text: [UInt8])]) -> [UInt8] {
        edits.sorted { $0.range.lowerBound > $1.range.lowerBound }.reduce(self) {
            $0.replacing($1.range, with: $1.text)
        }
    }
}

/// A change of a fences file that can be undone.
package struct FenceChangeRecord: Hashable, Sendable {
    /// Its number.
    package let id: Int64
    /// The words of the command that made it, such as `fence edit`.
    package let command: String
    /// When, in nanoseconds since 1970-01-01T00:00:00Z.
    package let at: Int64
    /// All bytes of the file before.
    package let before: [UInt8]
    /// All bytes of the file after.
    package let after: [UInt8]

    package init(id: Int64, command: String, at: Int64, before: [UInt8], after: [UInt8]) {
        self.id = id
        self.command = command
        self.at = at
        self.before = before
        self.after = after
    }
}
