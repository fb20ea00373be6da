/// Finds the fences that may be near a point, among thousands, for millions of points.
///
/// The latitudes are cut into strips at the edges of the fences' boxes, and so are the longitudes; each strip has a bit
/// for every box that touches it. The bits that a point's two strips have in common are the candidates, in ascending
/// order and without any memory of their own. (A tree over the boxes finds them out of order, and the order is that of
/// judging.)
package struct FenceIndex: Sendable {
    /// Up to so many boxes a look at each costs less, by measurement: a box takes 0.8 ns, the strips 90 ns and more.
    private static let fewest = 128
    /// Strips a direction has at most; with more boxes than that, a strip has edges inside.
    private static let mostStrips = 1_024

    private let boxes: [BoundingBox]
    private let words: Int
    private var latitudes = Strips()
    private var longitudes = Strips()

    private struct Strips: Sendable {
        /// Where each strip but the first begins, ascending.
        var cuts: [Double] = []
        /// A row of words for each strip.
        var bits: [UInt64] = []
    }

    /// - Parameters:
    ///   - fences: the fences, in the order in which they are to be found.
    ///   - margin: metres around each within which a point is near it.
    package init(_ fences: [Fence], margin: Double) {
        boxes = fences.map { $0.shape.boundingBox(margin: margin) }
        words = (boxes.count + 63) / 64
        guard boxes.count > Self.fewest else { return }
        latitudes = Self.strips(boxes.map { $0.south <= $0.north ? [$0.south...$0.north] : [] }, words: words)
        longitudes = Self.strips(boxes.map(\.longitudes), words: words)
    }

    /// Calls `body` with the place of each fence whose box, widened by the margin, has a point, in ascending order,
    /// until there is none left or `body` says no. Every fence whose boundary is within the margin, or that has the
    /// point inside, is among them; so may be others.
    @inline(__always)
    package func candidates(at point: Coordinate, _ body: (Int) -> Bool) {
        guard boxes.count > Self.fewest else {
            for index in boxes.indices where boxes[index].contains(point) {
                guard body(index) else { return }
            }
            return
        }
        let row = Self.strip(of: point.latitude, in: latitudes.cuts) * words
        let column = Self.strip(of: point.longitude, in: longitudes.cuts) * words
        for word in 0..<words {
            var common = latitudes.bits[row + word] & longitudes.bits[column + word]
            while common != 0 {
                let index = word * 64 + common.trailingZeroBitCount
                common &= common - 1
                if boxes[index].contains(point), !body(index) { return }
            }
        }
    }

    /// How many of the cuts a value reaches.
    private static func strip(of value: Double, in cuts: [Double]) -> Int {
        var (low, high) = (0, cuts.count)
        while low < high {
            let middle = (low + high) / 2
            if cuts[middle] <= value { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func strips(_ spans: [[ClosedRange<Double>]], words: Int) -> Strips {
        let edges = Set(spans.joined().flatMap { [$0.lowerBound, $0.upperBound] }).sorted()
        let step = max(1, (edges.count + mostStrips - 1) / mostStrips)
        let cuts = stride(from: 0, to: edges.count, by: step).map { edges[$0] }
        var bits = [UInt64](repeating: 0, count: (cuts.count + 1) * words)
        for (index, spans) in spans.enumerated() {
            for span in spans {
                for strip in Self.strip(of: span.lowerBound, in: cuts)...Self.strip(of: span.upperBound, in: cuts) {
                    bits[strip * words + index / 64] |= 1 << UInt64(index % 64)
                }
            }
        }
        return Strips(cuts: cuts, bits: bits)
    }
}
