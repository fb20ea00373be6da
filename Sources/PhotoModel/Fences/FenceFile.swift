/// The contents of `fences.geojson`: an RFC 7946 FeatureCollection in which every feature is a fence.
///
/// A value over the bytes as they were read, so that the same bytes are judged by, hashed and changed.
package struct FenceFile: Sendable {
    package let bytes: [UInt8]
    /// The fences in the file's order.
    package var fences: [Fence] { entries.map(\.fence) }

    /// The fences with where they stand.
    let entries: [FenceEntry]
    /// The array `features`.
    let features: JSONNode
    /// The FeatureCollection.
    let root: JSONNode

    /// Reads the bytes of a file. Every feature must be a fence that this version understands to the last property: one
    /// that is misunderstood would judge wrongly, and one passed over would not judge.
    package init(parsing bytes: [UInt8]) throws(FenceFileError) {
        let document: JSONDocument
        do { document = try JSONDocument(parsing: bytes) } catch { throw FenceFileError(error) }
        self.bytes = bytes
        root = document.root
        features = try FenceDecoder.features(of: root)
        entries = try FenceDecoder.entries(of: features)
    }

    /// The content of a missing file: a collection without fences, as it would be written.
    package init() {
        let text = "{\n  \"type\": \"FeatureCollection\",\n  \"features\": []\n}\n"
        do { self = try FenceFile(parsing: Array(text.utf8)) } catch { preconditionFailure("\(error)") }
    }

    /// The line in which a fence's name stands, from 1; nil where there is none of that name.
    package func line(ofFence name: String) -> Int? {
        entries.first { $0.fence.name == name }?.nameLine
    }
}

struct FenceEntry: Sendable {
    let fence: Fence
    let node: JSONNode
    let nameLine: Int
}

extension FenceFile {
    /// The bytes of the file with one fence more, after the others and in their style; every other byte stays.
    ///
    /// - Returns: the bytes of the whole file.
    /// - Throws: where the fence could not be read back: its name is taken, empty or holds control characters, or its
    ///   radius is out of range.
    package func adding(_ fence: Fence, sending: FenceSending = FenceSending()) throws(FenceFileError) -> [UInt8] {
        if let problem = problem(ofAdding: fence) {
            throw FenceFileError(line: features.line, problem: problem)
        }
        let style = JSONStyle(of: entries.last?.node, in: self)
        let feature = FeatureWriter(style: style).bytes(of: fence, sending: sending)
        guard let last = entries.last?.node.range.upperBound else {
            let interior = features.range.lowerBound + 1..<features.range.upperBound - 1
            return bytes.replacing(interior, with: style.gapBeforeElement + feature + style.gapAfterElements)
        }
        return bytes.replacing(last..<last, with: [UInt8(ascii: ",")] + style.gapBeforeElement + feature)
    }

    /// The bytes of the file without the fence of a name, its comma and the white space that set it apart; every other
    /// byte stays. Nil where there is no such fence.
    package func removing(name: String) -> [UInt8]? {
        guard let index = entries.firstIndex(where: { $0.fence.name == name }) else { return nil }
        let range = entries[index].node.range
        let removed: Range<Int>
        if index + 1 < entries.count {
            removed = range.lowerBound..<entries[index + 1].node.range.lowerBound
        } else if index > 0 {
            removed = entries[index - 1].node.range.upperBound..<range.upperBound
        } else {
            removed = features.range.lowerBound + 1..<features.range.upperBound - 1
        }
        return bytes.replacing(removed, with: [])
    }

    private func problem(ofAdding fence: Fence) -> FenceFileProblem? {
        if let problem = FenceProperty.problem(ofName: fence.name) { return problem }
        if let first = line(ofFence: fence.name) { return .nameNotUnique(name: fence.name, firstLine: first) }
        switch fence.shape {
        case .circle(_, let radius):
            let isInRange = radius > 0 && radius <= FenceGeometry.maximumRadius
            return isInRange ? nil : .radiusOutOfRange(shortest(radius))
        case .polygon: return nil
        }
    }
}

extension [UInt8] {
    func replacing(_ range: Range<Int>, with replacement: [UInt8]) -> [UInt8] {
        self[..<range.lowerBound] + replacement + self[range.upperBound...]
    }
}

extension FenceFile {
    /// Where the photos of the fences are sent, by the fences' names; of those that say so. Read only for uploads: a
    /// fence with an invalid folder still judges photos.
    package func sending() throws(FenceFileError) -> [String: FenceSending] {
        var sending: [String: FenceSending] = [:]
        for entry in entries {
            guard let properties = try entry.properties() else { continue }
            let terms = try FenceTerms(FenceProperty.sending, of: properties)
            if terms != FenceTerms() { sending[entry.fence.name] = terms.sending }
        }
        return sending
    }

    /// The lines, from 1, in which the fences' values of a property stand, by the fences' names; of those that have it.
    package func lines(of property: String) -> [String: Int] {
        var lines: [String: Int] = [:]
        for entry in entries {
            lines[entry.fence.name] = try? entry.properties()?.value(property)?.line
        }
        return lines
    }
}

extension FenceEntry {
    fileprivate func properties() throws(FenceFileError) -> FenceObject? {
        try FenceObject(node, what: "the feature")?.object("properties", what: "the feature's \"properties\"")
    }
}
