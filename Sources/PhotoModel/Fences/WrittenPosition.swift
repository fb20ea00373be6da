/// A position (RFC 7946, section 3.1.1): longitude, latitude and perhaps a height, which is passed over.
struct WrittenPosition {
    let longitude: Double
    let latitude: Double
    private let longitudeText: String
    private let latitudeText: String
    private let longitudeLine: Int
    private let latitudeLine: Int

    init(_ node: JSONNode) throws(FenceFileError) {
        guard case .array(let elements) = node.value else {
            throw FenceObject.wrongType(node, "coordinates", expected: "positions [longitude, latitude]")
        }
        var numbers: [(value: Double, text: String)] = []
        for element in elements {
            guard case .number(let value, let text) = element.value else {
                throw FenceObject.wrongType(element, "coordinates", expected: "numbers [longitude, latitude]")
            }
            numbers.append((value, text))
        }
        guard (2...3).contains(numbers.count) else {
            throw FenceFileError(line: node.line, problem: .coordinateCount(numbers.count))
        }
        (longitude, longitudeText) = numbers[0]
        (latitude, latitudeText) = numbers[1]
        (longitudeLine, latitudeLine) = (elements[0].line, elements[1].line)
    }

    /// The error for the latitude where that is out of range, else for the longitude.
    func outOfRange(longitudeLimit: Int) -> FenceFileError {
        guard (-90...90).contains(latitude) else {
            let isSwapped = Coordinate(latitude: longitude, longitude: latitude) != nil
            return FenceFileError(
                line: latitudeLine, problem: .latitudeOutOfRange(latitudeText, isSwapped: isSwapped))
        }
        return FenceFileError(
            line: longitudeLine, problem: .longitudeOutOfRange(longitudeText, limit: longitudeLimit))
    }
}
