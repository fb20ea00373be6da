import PhotoModel
import Testing

/// A collection of fences with one feature a line, from line 2 on.
func collection(_ features: String...) -> String {
    "{\"type\":\"FeatureCollection\",\"features\":[\n" + features.joined(separator: ",\n") + "\n]}\n"
}

/// A feature of a geometry type with these coordinates.
func feature(_ name: String, _ coordinates: String, type: String = "Polygon") -> String {
    """
    {"type":"Feature","properties":{"name":"\(name)"},"geometry":{"type":"\(type)","coordinates":\(coordinates)}}
    """
}

func onlyFence(_ text: String) throws -> Fence {
    let fences = try FenceFile(parsing: Array(text.utf8)).fences
    #expect(fences.count == 1)
    return try #require(fences.first)
}
