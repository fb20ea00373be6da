extension FenceFile {
    /// The bytes of the file with these features as fences.
    ///
    /// A new name comes after the others, with all its properties. Where a name is taken and `isReplacing`, that fence
    /// gets the geometry and the properties that the feature has, and keeps the others. Every other byte stays.
    ///
    /// - Throws: `FenceFileError` with a line of the features' text where a name is taken, by a fence (unless
    ///   `isReplacing`) or by another of the features.
    package func importing(_ imported: [MapFeatures.Feature], isReplacing: Bool) throws(FenceFileError) -> [UInt8] {
        var edits: [(range: Range<Int>, text: [UInt8])] = []
        var added: [MapFeatures.Feature] = []
        var lines: [String: Int] = [:]
        let byName = Dictionary(entries.map { ($0.fence.name, $0) }, uniquingKeysWith: { first, _ in first })
        for feature in imported {
            if let problem = FenceProperty.problem(ofName: feature.name) {
                throw FenceFileError(line: feature.line, problem: problem)
            }
            if let first = lines.updateValue(feature.line, forKey: feature.name) {
                throw FenceFileError(
                    line: feature.line, problem: .nameNotUnique(name: feature.name, firstLine: first))
            }
            guard let entry = byName[feature.name] else {
                added.append(feature)
                continue
            }
            guard isReplacing else {
                throw FenceFileError(line: feature.line, problem: .nameTaken(feature.name))
            }
            edits += replacements(of: entry, by: feature)
        }
        if !added.isEmpty { edits.append(addition(of: added)) }
        return bytes.replacing(edits)
    }

    /// The names of these features that fences have already.
    package func taken(by imported: [MapFeatures.Feature]) -> Int {
        let names = Set(entries.map(\.fence.name))
        return imported.count { names.contains($0.name) }
    }

    private func addition(of added: [MapFeatures.Feature]) -> (range: Range<Int>, text: [UInt8]) {
        let last = entries.last?.node
        let style = JSONStyle(of: last, in: self)
        let writer = FeatureWriter(style: style)
        let separator = [UInt8(ascii: ",")] + style.gapBeforeElement
        let features = added.map { writer.bytes(of: $0) }.joined(separator: separator)
        if let end = last?.range.upperBound { return (end..<end, separator + features) }
        let interior = self.features.range.lowerBound + 1..<self.features.range.upperBound - 1
        return (interior, style.gapBeforeElement + features + style.gapAfterElements)
    }

    private func replacements(
        of entry: FenceEntry, by feature: MapFeatures.Feature
    ) -> [(range: Range<Int>, text: [UInt8])] {
        let writer = FeatureWriter(style: JSONStyle(of: entry.node, in: self))
        let properties = feature.lastProperties.filter { $0.name != "name" && !$0.value.isNull }
        return edits(
            of: entry, properties: properties.map { ($0.name, writer.text(of: $0.value, depth: 2)) },
            geometry: writer.text(of: feature.geometry, depth: 1))
    }
}

extension FeatureWriter {
    /// An imported feature: its name, its properties and its geometry, numbers as they were written.
    func bytes(of feature: MapFeatures.Feature) -> [UInt8] {
        let others = feature.properties.filter { $0.name != "name" }
        let properties =
            [("name", quoted(feature.name))] + others.map { (escaped($0.name), text(of: $0.value, depth: 2)) }
        let members = [
            ("type", quoted("Feature")), ("properties", style.object(properties, depth: 1)),
            ("geometry", text(of: feature.geometry, depth: 1)),
        ]
        return Array(style.object(members, depth: 0).utf8)
    }

    /// A value in the style of the file, so many levels inside a feature.
    func text(of node: JSONNode, depth: Int) -> String {
        switch node.value {
        case .null: "null"
        case .boolean(let value): value ? "true" : "false"
        case .number(_, let text): text
        case .string(let text): quoted(text)
        case .array(let elements): style.list(elements.map { text(of: $0, depth: depth + 1) })
        case .object(let members):
            style.object(
                members.map { (escaped($0.name), text(of: $0.value, depth: depth + 1)) }, depth: depth)
        }
    }

    private func escaped(_ name: String) -> String {
        String(quoted(name).dropFirst().dropLast())
    }
}

extension MapFeatures.Feature {
    /// The properties, of those that have one name the last: RFC 8259, section 4, leaves that open, and most readers
    /// have it so.
    fileprivate var lastProperties: [JSONMember] {
        let last = Dictionary(properties.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { $1 })
        return properties.enumerated().filter { last[$1.name] == $0 }.map(\.element)
    }
}

extension JSONNode {
    fileprivate var isNull: Bool {
        if case .null = value { true } else { false }
    }

    /// The value of the last member; nil for what is no object, or an empty one.
    var lastMember: JSONNode? {
        if case .object(let members) = value { members.last?.value } else { nil }
    }

    /// The value of the first member of a name; nil where there is none.
    func member(_ name: String) -> JSONNode? {
        guard case .object(let members) = value else { return nil }
        return members.first { $0.name == name }?.value
    }
}
