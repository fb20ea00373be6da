/// A JSON value in calls and answers of rclone.
enum RcloneValue: Codable, Hashable, Sendable {
    case null
    case flag(Bool)
    case number(Int64)
    case fraction(Double)
    case text(String)
    case list([RcloneValue])
    case object([String: RcloneValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .flag(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .number(value)
        } else if let value = try? container.decode(Double.self) {
            self = .fraction(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([RcloneValue].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: RcloneValue].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .flag(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .fraction(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}
