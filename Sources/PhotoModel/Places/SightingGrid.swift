/// Sightings by where they are, in cells of 12.5 m, which lie in cubes of 75 m. What is near is found without looking
/// at the rest.
///
/// The cubes lie in space. There a metre is a metre everywhere, and neither the poles nor the antimeridian are special.
/// They are sorted by their numbers, and a neighbour's number is the same number and a constant: one pass over the
/// sorted cubes with nine places in step finds all neighbours of all.
struct SightingGrid {
    /// Some sightings at almost the same place.
    struct Cell {
        /// Their middle, in centimetres.
        let x: Int32
        let y: Int32
        let z: Int32
        /// Which of ``sightings`` they are.
        let first: Int32
        let count: Int32
        let cube: Int32
    }

    /// In the order of the cells.
    private(set) var sightings: [Sighting] = []
    /// By cubes.
    private(set) var cells: [Cell] = []
    /// For each cube the cells in it and in the cubes around it: nine rows of three cubes, each row a range of cells.
    private(set) var surroundings: [Surroundings] = []

    typealias Surroundings = InlineArray<9, Range<Int32>>

    /// The edge of a cube in centimetres: nothing within that distance is farther than one cube away.
    static let edge: Int64 = 7_500
    private static let cellsAlongEdge: Int64 = 6

    /// - Parameters:
    ///   - sightings: all, in any order.
    ///   - fewest: cubes around which there are fewer are left out: nothing crowds there.
    init(_ sightings: [Sighting], fewest: Int) {
        let entries = RadixSort.sorted(sightings.map { (Self.key(of: $0), $0) })
        let cubes = Self.cubes(of: entries)
        var around = [Int](repeating: 0, count: cubes.count - 1)
        Self.forEachRow(of: cubes.map(\.key)) { cube, _, row in
            around[cube] += Int(cubes[row.upperBound].first - cubes[row.lowerBound].first)
        }
        let kept = around.indices.filter { around[$0] >= fewest }
        var firstCell: [Int32] = []
        for cube in kept {
            firstCell.append(Int32(cells.count))
            let range = Int(cubes[cube].first)..<Int(cubes[cube + 1].first)
            addCells(entries[range], before: Int32(self.sightings.count), cube: Int32(firstCell.count - 1))
            self.sightings.append(contentsOf: entries[range].lazy.map(\.sighting))
        }
        firstCell.append(Int32(cells.count))
        surroundings = [Surroundings](repeating: Surroundings(repeating: 0..<0), count: kept.count)
        Self.forEachRow(of: kept.map { cubes[$0].key } + [.max]) { cube, number, row in
            surroundings[cube][number] = firstCell[row.lowerBound]..<firstCell[row.upperBound]
        }
    }

    /// Calls `body` with the cells in and around the cube of a cell.
    @inline(__always)
    func around(_ cell: Int, _ body: (Int) -> Void) {
        let rows = surroundings[Int(cells[cell].cube)]
        for row in 0..<9 { for other in rows[row] { body(Int(other)) } }
    }

    /// The square of the distance of two cells that are in neighbouring cubes, in square centimetres.
    @inline(__always)
    func squaredDistance(_ a: Int, _ b: Int) -> Int32 {
        let (dx, dy, dz) = (cells[a].x - cells[b].x, cells[a].y - cells[b].y, cells[a].z - cells[b].z)
        return dx * dx + dy * dy + dz * dz
    }

    private mutating func addCells(_ entries: ArraySlice<RadixSort.Entry>, before: Int32, cube: Int32) {
        var start = entries.startIndex
        while start < entries.endIndex {
            var end = start
            var (x, y, z) = (Int64(0), Int64(0), Int64(0))
            while end < entries.endIndex, entries[end].key == entries[start].key {
                let sighting = entries[end].sighting
                (x, y, z) = (x + Int64(sighting.x), y + Int64(sighting.y), z + Int64(sighting.z))
                end += 1
            }
            let count = Int64(end - start)
            cells.append(
                Cell(
                    x: Int32(x / count), y: Int32(y / count), z: Int32(z / count),
                    first: before + Int32(start - entries.startIndex), count: Int32(count), cube: cube))
            start = end
        }
    }

    /// The cube in the upper bits, 18 for each axis, and the cell in it in the lower eight.
    private static func key(of sighting: Sighting) -> UInt64 {
        let (x, y, z) = (part(of: sighting.x), part(of: sighting.y), part(of: sighting.z))
        let cell = (x.cell * UInt64(cellsAlongEdge) + y.cell) * UInt64(cellsAlongEdge) + z.cell
        return x.cube << 44 | y.cube << 26 | z.cube << 8 | cell
    }

    private static func part(of centimetres: Int32) -> (cube: UInt64, cell: UInt64) {
        // 6,500 km below the centre of the earth everything is above 0.
        let (cube, rest) = (Int64(centimetres) + 650_000_000).quotientAndRemainder(dividingBy: edge)
        return (UInt64(cube), UInt64(rest / (edge / cellsAlongEdge)))
    }

    /// Each cube's number and its first entry; behind them one that stands for the end.
    private static func cubes(of entries: [RadixSort.Entry]) -> [(key: UInt64, first: Int32)] {
        var cubes: [(key: UInt64, first: Int32)] = []
        for (index, entry) in entries.enumerated() where cubes.last?.key != entry.key >> 8 {
            cubes.append((entry.key >> 8, Int32(index)))
        }
        cubes.append((.max, Int32(entries.count)))
        return cubes
    }

    /// Calls `body` with each cube but the last, which stands for the end, and each of the nine rows of cubes around
    /// it, as a range of `keys`.
    @inline(__always)
    private static func forEachRow(of keys: [UInt64], _ body: (_ cube: Int, _ number: Int, Range<Int>) -> Void) {
        let steps: [Int64] = [-1, 0, 1].flatMap { x in [-1, 0, 1].map { y in x << 36 + y << 18 } }
        var (low, high) = ([Int](repeating: 0, count: 9), [Int](repeating: 0, count: 9))
        for cube in 0..<keys.count - 1 {
            for number in 0..<9 {
                let middle = UInt64(Int64(keys[cube]) + steps[number])
                while keys[low[number]] < middle - 1 { low[number] += 1 }
                while keys[high[number]] <= middle + 1 { high[number] += 1 }
                body(cube, number, low[number]..<high[number])
            }
        }
    }
}

/// Sorts sightings by their cells in time that grows with their number only.
enum RadixSort {
    typealias Entry = (key: UInt64, sighting: Sighting)

    private static let digitBits: UInt64 = 16

    /// The same entries by ascending keys of at most 64 bits.
    static func sorted(_ entries: [Entry]) -> [Entry] {
        guard let first = entries.first else { return [] }
        var entries = entries
        var others = [Entry](repeating: first, count: entries.count)
        let most = entries.reduce(0) { $0 | $1.key }
        for shift in stride(from: 0, to: UInt64(64), by: Int(digitBits)) where most >> shift != 0 {
            var places = [Int](repeating: 0, count: 1 << Int(digitBits))
            for entry in entries { places[digit(entry.key, shift)] += 1 }
            var sum = 0
            for digit in places.indices { (places[digit], sum) = (sum, sum + places[digit]) }
            for entry in entries {
                let digit = digit(entry.key, shift)
                others[places[digit]] = entry
                places[digit] += 1
            }
            swap(&entries, &others)
        }
        return entries
    }

    @inline(__always)
    private static func digit(_ key: UInt64, _ shift: UInt64) -> Int { Int(key >> shift & (1 << digitBits - 1)) }
}
