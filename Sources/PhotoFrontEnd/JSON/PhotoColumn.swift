package import PhotoModel
import SystemPackage

/// A fact of a photo: a member of the contract's `photo` line, and a column of CSV and of tables.
package struct PhotoColumn: Sendable {
    /// A value; nil if it is absent.
    package enum Value: Sendable {
        case text(String?)
        case integer(Int64?)
        case number(Double?)
        case flag(Bool?)
        /// The copies at destinations.
        case uploads([Photo.Upload])

        /// The value as people and CSV have it.
        package var text: String? {
            switch self {
            case .text(let value): value
            case .integer(let value): value.map(String.init)
            case .number(let value): value?.description
            case .flag(let value): value.map(String.init)
            case .uploads(let uploads):
                // The name of a destination contains no colon.
                uploads.map { "\($0.destination):\($0.target.string)" }.joined(separator: "; ")
            }
        }
    }

    package let name: String
    package let value: @Sendable (Photo) -> Value

    private init(_ name: String, _ value: @escaping @Sendable (Photo) -> Value) {
        (self.name, self.value) = (name, value)
    }

    /// All of them, in order; the path is the first.
    package static let all: [PhotoColumn] = [
        PhotoColumn("path") { .text($0.path.string) },
        PhotoColumn("bytes") { .integer($0.bytes) },
        PhotoColumn("modifiedAt") { .text(UTCInstant(nanoseconds: $0.modified).text) },
        PhotoColumn("format") { .text($0.formatName) },
        PhotoColumn("mimeType") { .text($0.mimeType) },
        PhotoColumn("latitude") { .number($0.facts.position.coordinate?.latitude) },
        PhotoColumn("longitude") { .number($0.facts.position.coordinate?.longitude) },
        PhotoColumn("altitude") { .number($0.facts.altitude) },
        PhotoColumn("horizontalAccuracy") { .number($0.facts.horizontalAccuracy) },
        PhotoColumn("positionSource") { .text($0.facts.positionSource?.rawValue) },
        PhotoColumn("positionProblem") { .text($0.facts.position.problem?.rawValue) },
        PhotoColumn("takenAt") { .text($0.facts.captureTime?.wall.text) },
        PhotoColumn("utcOffset") { .text($0.facts.captureTime?.offset?.text) },
        PhotoColumn("utcOffsetSource") { .text($0.facts.captureTime?.offsetSource) },
        PhotoColumn("takenAtUTC") { .text(($0.facts.captureTime?.utc).map { "\($0.text)Z" }) },
        PhotoColumn("takenAtSource") { .text($0.facts.captureTime?.source.rawValue) },
        PhotoColumn("make") { .text($0.facts.make) },
        PhotoColumn("model") { .text($0.facts.model) },
        PhotoColumn("width") { .integer($0.facts.width.map(Int64.init)) },
        PhotoColumn("height") { .integer($0.facts.height.map(Int64.init)) },
        PhotoColumn("orientation") { .integer($0.facts.orientation.map(Int64.init)) },
        PhotoColumn("thumbnailBytes") { .integer($0.facts.thumbnailBytes.map(Int64.init)) },
        PhotoColumn("contentIdentifier") { .text($0.facts.contentIdentifier) },
        PhotoColumn("sha256") { .text($0.sha256.map(hexText)) },
        PhotoColumn("verdict") { .text($0.judgement?.verdict.rawValue) },
        PhotoColumn("reason") { .text($0.judgement?.reason.rawValue) },
        PhotoColumn("inferred") { photo in .flag(photo.judgement.map { _ in photo.isInferred }) },
        PhotoColumn("fence") { .text($0.judgement?.fence) },
        PhotoColumn("distance") { .number($0.judgement?.distance) },
        PhotoColumn("marked") { .text($0.marked?.rawValue) },
        PhotoColumn("held") { .text($0.held) },
        PhotoColumn("uploads") { .uploads($0.uploads) },
    ]
}
