import PhotoFiles
import Synchronization
import Testing

struct AheadTests {
    private struct Failure: Error {}

    @Test func `Values come in the order in which they were made`() {
        let numbers = LookAhead<Int, Void, Never>(most: 2) { give in
            for number in 0..<1000 where !give(number) { return }
        }
        var taken: [Int] = []
        while let number = numbers.next() { taken.append(number) }
        #expect(taken == Array(0..<1000))
        #expect(numbers.next() == nil)
        numbers.finish()
    }

    @Test func `What the making ends with is thrown after the last value, and by finishing`() throws {
        let numbers = LookAhead<Int, Void, Failure>(most: 2) { give throws(Failure) in
            _ = give(1)
            throw Failure()
        }
        #expect(try numbers.next() == 1)
        for _ in 0..<2 { #expect(throws: Failure.self) { try numbers.next() } }
        #expect(throws: Failure.self) { try numbers.finish() }
    }

    @Test func `The making waits for the caller and ends when it is finished`() {
        let made = Counter()
        let numbers = LookAhead<Int, Void, Never>(most: 3) { give in
            while give(made.next()) {}
        }
        #expect(numbers.next() == 1)
        numbers.finish()
        #expect(made.next() <= 7)
        numbers.finish()
    }

    private final class Counter: Sendable {
        private let count = Mutex(0)
        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }
}
