/// What is read of a movie's metadata.
enum MovieKey: CaseIterable {
    case position, accuracy, created, contentIdentifier, make, model

    /// Where it stands, the one that goes first first.
    enum Rank: CaseIterable {
        /// Among Apple's keys.
        case keys
        /// In user data, or in a list by its name there.
        case userData
        /// In 3GPP's location box.
        case location
    }

    /// The name that Apple gave the key (QuickTime File Format, Metadata Keys).
    var name: StaticString {
        switch self {
        case .position: "com.apple.quicktime.location.ISO6709"
        case .accuracy: "com.apple.quicktime.location.accuracy.horizontal"
        case .created: "com.apple.quicktime.creationdate"
        case .contentIdentifier: "com.apple.quicktime.content.identifier"
        case .make: "com.apple.quicktime.make"
        case .model: "com.apple.quicktime.model"
        }
    }

    /// The key of a box of user data; nil for those that are not read.
    init?(userData type: FourCC) {
        switch type {
        case "©xyz": self = .position
        case "©day": self = .created
        case "©mak": self = .make
        case "©mod": self = .model
        default: return nil
        }
    }
}

/// The keys that a movie's metadata declares, of which its values name the numbers (`keys`).
struct MovieKeys {
    private static let most = 1_024
    private var keys: [(number: UInt32, key: MovieKey)] = []

    init() {}

    /// Keys are counted from 1. Each has its length, a namespace and a name.
    init(_ content: Range<Int>, in source: inout PhotoSource) {
        var fields = BoxFields(content)
        guard fields.skip(4), let count = fields.number(4, in: &source) else { return }
        for number in 0..<min(count, Self.most) {
            let start = fields.offset
            guard let size = fields.number(4, in: &source), size >= 8, fields.skip(size - 4) else { return }
            let key = MovieKey.allCases.first { key in
                key.name.utf8CodeUnitCount == size - 8 && source.holds(key.name, at: start + 8)
            }
            if let key { keys.append((UInt32(number + 1), key)) }
        }
    }

    /// The key with a number; nil where it is none that is read.
    func key(number: UInt32) -> MovieKey? {
        keys.first { $0.number == number }?.key
    }
}
