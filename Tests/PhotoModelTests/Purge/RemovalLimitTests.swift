import PhotoModel
import SystemPackage
import Testing

/// How many photos may go.
struct RemovalLimitTests {
    private func lowered(_ limits: CountOrShare...) -> RemovalLimit {
        var limit = RemovalLimit()
        for one in limits { limit.lower(to: one) }
        return limit
    }

    /// The limit that a removal of `planned` photos exceeds.
    private func broken(_ limit: RemovalLimit, planned: Int, largest: Int, removed: Int = 0) -> CountOrShare? {
        RemovalCap(path: "/photos", largest: largest, removed: removed).limit(brokenBy: planned, limit)
    }

    @Test func `A removal counts for a root by every path that the root has or had, and always for the whole index`() {
        let root = RemovalCap(path: "/mnt/photos", formerPaths: ["/photos"], largest: 40, removed: 0)
        #expect(root.counts("/mnt/photos/a/1.jpg") && root.counts("/photos/a/1.jpg"))
        #expect(!root.counts("/photos2/1.jpg") && !root.counts("/mnt/1.jpg"))
        #expect(RemovalCap(path: nil, largest: 40, removed: 0).counts("/else/1.jpg"))
    }

    @Test func `A quarter may be removed, including earlier removals`() {
        #expect(broken(RemovalLimit(), planned: 10, largest: 40) == nil)
        #expect(broken(RemovalLimit(), planned: 11, largest: 40) == .percent(25))
        #expect(broken(RemovalLimit(), planned: 4, largest: 40, removed: 6) == nil)
        #expect(broken(RemovalLimit(), planned: 5, largest: 40, removed: 6) == .percent(25))
        #expect(broken(RemovalLimit(), planned: 0, largest: 40, removed: 40) == nil, "nothing is no breach")
    }

    @Test func `With fewer than twenty photos there is no share`() {
        #expect(broken(RemovalLimit(), planned: 19, largest: 19) == nil)
        #expect(broken(RemovalLimit(), planned: 6, largest: 20) == .percent(25))
        #expect(broken(RemovalLimit(), planned: 6, largest: 15, removed: 5) == .percent(25))
        #expect(broken(RemovalLimit(.percent(0)), planned: 1, largest: 19) == nil)
        #expect(broken(RemovalLimit(.count(0)), planned: 1, largest: 19) == .count(0))
    }

    @Test func `A configuration only lowers it: the smaller limit counts`() {
        #expect(broken(lowered(.percent(10)), planned: 5, largest: 40) == .percent(10))
        #expect(broken(lowered(.count(5)), planned: 6, largest: 40) == .count(5))
        #expect(broken(lowered(.count(500)), planned: 11, largest: 40) == .percent(25))
        #expect(broken(lowered(.count(500)), planned: 500, largest: 15) == nil)
        #expect(broken(lowered(.count(3)), planned: 4, largest: 15) == .count(3))
        #expect(broken(lowered(.count(9), .percent(10)), planned: 5, largest: 40) == .percent(10))
    }

    @Test func `Only the flag of the run counts`() {
        #expect(broken(RemovalLimit(.percent(100)), planned: 40, largest: 40) == nil)
        #expect(broken(RemovalLimit(.count(30)), planned: 31, largest: 40) == .count(30))
        #expect(broken(RemovalLimit(.count(30)), planned: 30, largest: 40) == nil)
    }
}
