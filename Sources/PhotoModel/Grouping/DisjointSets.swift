/// Numbers that are put together into sets, in nearly constant time each.
struct DisjointSets {
    private var parents: [Int]

    /// Every number from 0 on by itself.
    init(count: Int) {
        parents = Array(0..<count)
    }

    /// The number that stands for the set a number is in.
    mutating func root(of number: Int) -> Int {
        var number = number
        while parents[number] != number {
            parents[number] = parents[parents[number]]
            number = parents[number]
        }
        return number
    }

    /// Puts the sets of two numbers together.
    mutating func join(_ a: Int, _ b: Int) {
        let (a, b) = (root(of: a), root(of: b))
        parents[max(a, b)] = min(a, b)
    }
}
