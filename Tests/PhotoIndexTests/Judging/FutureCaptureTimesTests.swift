import PhotoIndex
import PhotoModel
import Testing

/// Verdicts that passed over a time in the future, once it has come.
struct PassingTimeTests {
    private let library: Library
    private static let day: Int64 = 86_400_000_000_000
    /// 2030-01-01T00:00:00Z, in nanoseconds since 1970.
    private static let start: Int64 = 1_893_456_000_000_000_000

    init() throws {
        library = try Library()
        try library.scan([photo("a.jpg", 1, taken: 5), photo("b.jpg", 2, taken: Self.taken(onDay: 100))])
        _ = try library.index.judgeAnew(basis: Uploads.basis, at: Self.start, judge: Library.judge)
    }

    /// A wall time in microseconds. Without an offset it may be 14 hours earlier in UTC.
    private static func taken(onDay day: Int64) -> Int64 { (start + day * Self.day) / 1_000 }

    private func hasTimeCome(onDay day: Int64) throws -> Bool {
        try library.index.hasTimeCome(by: Self.start + day * Self.day)
    }

    @Test func `A time comes a day ahead of the earliest moment that it may mean`() throws {
        #expect(try !hasTimeCome(onDay: 0))
        #expect(try !hasTimeCome(onDay: 98))
        #expect(try hasTimeCome(onDay: 99))
        #expect(try hasTimeCome(onDay: 101))
        let offset = UTCOffset(seconds: -43_200, source: .exif)
        var facts = PhotoFacts(format: .jpeg)
        facts.captureTime = CaptureTime(
            wall: WallTime(microseconds: Self.taken(onDay: 50)), offset: offset, source: .exif)
        try library.scan([scanned("c.jpg", 3, .photo(facts))])
        #expect(try !hasTimeCome(onDay: 49), "it is noon of that day in UTC")
        #expect(try hasTimeCome(onDay: 50))
    }

    @Test func `Then the index is judged again, once`() throws {
        try library.index.passTime(to: Self.start + 98 * Self.day)
        #expect(try library.index.basis() == Uploads.basis)
        let come = Self.start + 101 * Self.day
        try library.index.passTime(to: come)
        #expect(try library.index.basis() == nil)
        let changes = try library.index.judgeAnew(basis: Uploads.basis, at: come) { _ in
            Judgement(verdict: .personal, reason: .neverFence)
        }
        #expect(changes == [VerdictChange(from: .work, to: .personal, photos: 2)])
        try library.index.passTime(to: come + Self.day)
        #expect(try library.index.basis() == Uploads.basis)
    }

    @Test func `Photos taken since the last judging do not make all be judged again`() throws {
        try library.index.passTime(to: Self.start + 20 * Self.day)
        try library.scan([photo("c.jpg", 3, taken: Self.taken(onDay: 19))])
        try library.index.passTime(to: Self.start + 40 * Self.day)
        #expect(try library.index.basis() == Uploads.basis)
    }

    @Test func `A clock that was set back makes times lie in the future again`() throws {
        let later = Self.start + 200 * Self.day
        try library.index.passTime(to: later)
        _ = try library.index.judgeAnew(basis: Uploads.basis, at: later, judge: Library.judge)
        #expect(try hasTimeCome(onDay: 0))
        #expect(try !library.index.hasTimeCome(by: nil), "without a clock no time lies in the future")
    }
}
