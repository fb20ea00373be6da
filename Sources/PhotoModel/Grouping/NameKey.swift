/// A name, or a part of one, as a dictionary's key: bytes that are hashed at once, not one by one.
struct NameKey: Hashable {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func hash(into hasher: inout Hasher) {
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
}
