extension FenceFile {
    /// The bytes of the file with one fence more, after the others and in their style; every other byte stays.
    ///
    /// - Parameters:
    ///   - fence: the fence.
    ///   - sending: where its photos go.
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
        if let problem = FenceProperties.problem(ofName: fence.name) { return problem }
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
