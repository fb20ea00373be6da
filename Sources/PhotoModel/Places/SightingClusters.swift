/// Finds places where sightings crowd: the peaks of their density, each with the surrounding area that is dense enough
/// to belong to it.
///
/// The density at a cell is the number of sightings within 50 m, weighted by distance (Epanechnikov's kernel). Cells
/// are processed from the densest on and follow their densest neighbour; where two peaks meet they become one, unless
/// the density between them is clearly lower than both. This is ToMATo (Chazal, Guibas, Oudot and Skraba 2013,
/// "Persistence-based clustering in Riemannian manifolds") with a test of whether the gap can be due to chance. All
/// sums are of whole numbers, and ties are broken by the cells' numbers, so that the result depends on the places
/// alone.
struct SightingClusters {
    /// The cells of each crowd, in no order that matters but the same for the same sightings.
    private(set) var members: [[Int]] = []

    /// Square centimetres: what is farther than 50 m has no weight.
    private static let reach: Int32 = 5_000 * 5_000
    /// The same of 25 m: what is near.
    private static let near: Int32 = 2_500 * 2_500
    /// Below this density cells are so far apart that all within reach are neighbours when crowds are joined.
    private static let thin = 20.0
    /// The least density that is a crowd, in sightings.
    private static let least = 2.0
    /// The part of the peak's density below which ground is of it only where it is near to denser ground.
    private static let edge = 0.2
    /// A gap is one where the ground between is below this part of the lower peak …
    private static let gap = 0.5
    /// … and lower by so many of its standard deviations, a count's being its root. That tells chance within one place
    /// whose photos lie evenly; a peak below a tenth of the other is none of its own ground.
    private static let deviations = 2.5
    private static let comparable = 0.1
    /// Peaks that are farther from each other are not one: square centimetres, of 650 m, as far as a large site goes.
    private static let farthest = 65_000.0 * 65_000

    private let grid: SightingGrid
    private var density: [Double] = []
    /// The cell that stands for its crowd, by cell; -1 for cells that are in none.
    private var parent: [Int32] = []

    init(_ grid: SightingGrid) {
        self.grid = grid
        density = grid.cells.indices.map { Self.density(at: $0, in: grid) }
        parent = [Int32](repeating: -1, count: density.count)
        for cell in density.indices.filter({ density[$0] >= Self.least }).sorted(by: isDenser) { climb(from: cell) }
        gather()
    }

    private static func density(at cell: Int, in grid: SightingGrid) -> Double {
        var sum: Int64 = 0
        grid.around(cell) { other in
            let square = grid.squaredDistance(cell, other)
            if square < reach { sum += Int64(grid.cells[other].count) * Int64(reach - square) }
        }
        return Double(sum) / Double(reach)
    }

    private func isDenser(_ a: Int, _ b: Int) -> Bool { (density[a], b) > (density[b], a) }

    /// Assigns a cell to the crowd of its densest neighbour, or makes it a crowd, and joins the crowds that meet there.
    private mutating func climb(from cell: Int) {
        var nearest: Int?
        var farther: Int?
        var others: [Int] = []
        let isThin = density[cell] < Self.thin
        grid.around(cell) { other in
            guard parent[other] >= 0, case let square = grid.squaredDistance(cell, other), square < Self.reach else {
                return
            }
            if square < Self.near || isThin { others.append(other) }
            if square < Self.near {
                if nearest.map({ isDenser(other, $0) }) ?? true { nearest = other }
            } else if farther.map({ isDenser(other, $0) }) ?? true {
                farther = other
            }
        }
        guard let up = nearest ?? farther else {
            parent[cell] = Int32(cell)
            return
        }
        var crowd = root(of: up)
        parent[cell] = Int32(crowd)
        for other in others {
            let met = root(of: other)
            if met != crowd, areOnePlace(crowd, met, at: cell) {
                let (peak, lower) = isDenser(crowd, met) ? (crowd, met) : (met, crowd)
                parent[lower] = Int32(peak)
                crowd = peak
            }
        }
    }

    private func areOnePlace(_ a: Int, _ b: Int, at saddle: Int) -> Bool {
        let (one, other) = (grid.cells[a], grid.cells[b])
        let (x, y, z) = (Double(one.x - other.x), Double(one.y - other.y), Double(one.z - other.z))
        guard x * x + y * y + z * z < Self.farthest else { return false }
        let (lower, higher) = (min(density[a], density[b]), max(density[a], density[b]))
        let isChance = lower - density[saddle] < Self.deviations * lower.squareRoot()
        return density[saddle] >= Self.gap * lower || (isChance && lower >= Self.comparable * higher)
    }

    private mutating func root(of cell: Int) -> Int {
        var root = cell
        while parent[root] != root { root = Int(parent[root]) }
        var next = cell
        while parent[next] != root { (parent[next], next) = (Int32(root), Int(parent[next])) }
        return root
    }

    /// The dense cells of each crowd, and the thin ones that are near one of them.
    private mutating func gather() {
        var number = [Int32](repeating: -1, count: density.count)
        let roots = density.indices.map { parent[$0] < 0 ? -1 : root(of: $0) }
        for cell in density.indices where roots[cell] >= 0 {
            let peak = roots[cell]
            guard density[cell] >= max(Self.least, Self.edge * density[peak]) else { continue }
            if number[peak] < 0 {
                number[peak] = Int32(members.count)
                members.append([])
            }
            members[Int(number[peak])].append(cell)
            parent[cell] = Int32(peak)
        }
        var isDense = [Bool](repeating: false, count: density.count)
        for cell in members.joined() { isDense[cell] = true }
        for cell in density.indices where !isDense[cell] {
            var nearest: (square: Int32, cell: Int)?
            grid.around(cell) { other in
                guard isDense[other] else { return }
                let square = grid.squaredDistance(cell, other)
                let isNear = square < (density[roots[other]] < Self.thin ? Self.reach : Self.near)
                if isNear, square < nearest?.square ?? .max { nearest = (square, other) }
            }
            if let nearest { members[Int(number[roots[nearest.cell]])].append(cell) }
        }
    }
}
