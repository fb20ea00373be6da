internal import CLinux

extension Span<UInt8> {
    /// The first offset of `text` in these bytes, from `start` on; nil if it does not occur.
    func firstPlace(of text: StaticString, from start: Int = 0) -> Int? {
        unsafe firstPlace(
            of: UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount), from: start)
    }

    /// The same for bytes.
    func firstPlace(of wanted: [UInt8], from start: Int = 0) -> Int? {
        unsafe wanted.withUnsafeBytes { wanted in unsafe firstPlace(of: wanted, from: start) }
    }

    private func firstPlace(of wanted: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard start <= count else { return nil }
        return unsafe withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return nil }
            let found = unsafe workphotos_find(base + start, bytes.count - start, wanted.baseAddress, wanted.count)
            return unsafe found.map { unsafe $0 - base }
        }
    }

    /// Whether `text` occurs in these bytes.
    func contains(_ text: StaticString) -> Bool {
        firstPlace(of: text) != nil
    }
}
