import PhotoModel
import Testing

struct FenceImportingTests {
    /// An export of QGIS: one feature a line, a reference system, a bounding box, 15 digits, altitudes and nulls.
    private static let saved = """
        {
        "type": "FeatureCollection",
        "name": "sites",
        "crs": { "type": "name", "properties": { "name": "urn:ogc:def:crs:OGC:1.3:CRS84" } },
        "bbox": [ 13.1, 52.1, 13.9, 52.9 ],
        "features": [
        { "type": "Feature", "properties": { "fid": 1, "name": "A", "kind": null, "note": null }, "geometry": { "type": "MultiPolygon", "coordinates": [ [ [ [ 13.404954101562499, 52.520006812345671, 30.5 ], [ 13.5, 52.5, 0.0 ], [ 13.5, 52.6, 0.0 ], [ 13.404954101562499, 52.520006812345671, 30.5 ] ] ] ] } },
        { "type": "Feature", "properties": { "fid": 2, "name": "B", "kind": "never", "note": "x" }, "geometry": { "type": "Polygon", "coordinates": [ [ [ 1.0, 2.0 ], [ 3.0, 2.0 ], [ 3.0, 4.0 ], [ 1.0, 2.0 ] ] ] } }
        ]
        }

        """

    private func source(_ text: String, nameProperty: String? = nil) throws -> MapFeatures {
        var options = MapFeatures.Options(fallbackName: "sites")
        options.nameProperty = nameProperty
        return try MapFeatures(parsing: Array(text.utf8), options)
    }

    private func importing(_ text: String, into file: String, isReplacing: Bool = false) throws -> String {
        let file = try FenceFile(parsing: Array(file.utf8))
        let bytes = try file.importing(source(text).features, isReplacing: isReplacing)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `A saved file keeps every byte except for the fence that is added or removed`() throws {
        let file = try FenceFile(parsing: Array(Self.saved.utf8))
        let center = try #require(Coordinate(latitude: 1, longitude: 2))
        let grown = try FenceFile(
            parsing: file.adding(Fence(name: "C", kind: .work, shape: .circle(center: center, radius: 5))))
        #expect(grown.fences.count == 3)
        #expect(grown.removing(name: "C") == Array(Self.saved.utf8))
        let lines = Self.saved.split(separator: "\n", omittingEmptySubsequences: false)
        let rest = String(decoding: try #require(file.removing(name: "A")), as: UTF8.self)
        #expect(rest == (lines[..<6] + lines[7...]).joined(separator: "\n"))
    }

    @Test func `Imported features keep their numbers and their properties`() throws {
        let text = try importing(Self.saved, into: String(decoding: FenceFile().bytes, as: UTF8.self))
        #expect(text.contains("[[[[13.404954101562499, 52.520006812345671, 30.5], [13.5, 52.5, 0.0],"))
        #expect(text.contains("\"note\": null"))
        let fences = try FenceFile(parsing: Array(text.utf8)).fences
        #expect(try fences == FenceFile(parsing: Array(Self.saved.utf8)).fences)
    }

    @Test func `Replacing changes only the shape and the given properties`() throws {
        let new =
            #"{"type":"Feature","properties":{"name":"A","note":"new","x\"y":[1.50]},"geometry":"#
            + #"{"type":"Point","coordinates":[1.250,2]}}"#
        let point = new.replacing("\"note\"", with: "\"radius\":7,\"note\"")
        let text = try importing(point, into: Self.saved, isReplacing: true)
        let lines = Self.saved.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let changed = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(changed.count == lines.count)
        #expect(zip(lines, changed).filter { $0 != $1 }.count == 1)
        #expect(
            changed[6] == #"{ "type": "Feature", "properties": { "fid": 1, "name": "A", "kind": null, "note": "new", "#
                + #""radius": 7, "x\"y": [1.50] }, "geometry": { "type": "Point", "coordinates": [1.250, 2] } },"#)
    }

    @Test func `Of a property that occurs twice in a feature the last is replaced`() throws {
        let point =
            #"{"type":"Feature","properties":{"name":"A","note":"first","radius":7,"fid":2,"note":"last","fid":30},"#
            + #""geometry":{"type":"Point","coordinates":[1.250,2]}}"#
        let text = try importing(point, into: Self.saved, isReplacing: true)
        #expect(
            text.contains(#""fid": 30, "name": "A", "kind": null, "note": "last", "radius": 7 }, "geometry": { "t"#))
        #expect(try FenceFile(parsing: Array(text.utf8)).fences.map(\.name) == ["A", "B"])
    }

    @Test func `Features are named by the property, else by name, else by number`() throws {
        let point = #"{"type":"Point","coordinates":[1,2]}"#
        let text = """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","properties":{"name":"A","id":7,"radius":1},"geometry":\(point)},
            {"type":"Feature","properties":{"name":"B","id":null,"radius":1},"geometry":\(point)},
            {"type":"Feature","properties":{"id":" ","radius":1},"geometry":\(point)}]}
            """
        #expect(try source(text).features.map(\.name) == ["A", "B", "sites 3"])
        #expect(try source(text, nameProperty: "id").features.map(\.name) == ["7", "B", "sites 3"])
    }

    @Test func `A property that no feature has is known, and Google's saved places are named within`() throws {
        let text = """
            {"type":"Feature","properties":{"radius":1,"location":{"address":"Platz 1","name":"Office Alex"}},
            "geometry":{"type":"Point","coordinates":[1,2]}}
            """
        #expect(try source(text).features.map(\.name) == ["Office Alex"])
        #expect(try !source(text).lacksNameProperty)
        #expect(try source(text, nameProperty: "nosuch").lacksNameProperty)
        #expect(try !source(text, nameProperty: "location").lacksNameProperty)
    }

    @Test(arguments: ["0,0", "0.0, -0.0, 5"])
    func `A point at 0,0 never becomes a fence, whatever stands beside it`(coordinates: String) throws {
        let text = """
            {"type":"Feature","properties":{"radius":100,"name":"A","Comment":"No location information"},
            "geometry":{"type":"Point","coordinates":[\(coordinates)]}}
            """
        let source = try source(text)
        #expect(source.features.isEmpty)
        #expect(source.others.first?.what.hasPrefix("a Point at 0,0") == true)
    }

    @Test func `Features of one name get numbers, as places of other maps do`() throws {
        let ring = "[[[1,2],[3,2],[3,4],[1,2]]]"
        let text = collection(feature("A", ring), feature("A 2", ring), feature("A", ring), feature("A", ring))
        #expect(try source(text).features.map(\.name) == ["A", "A 2", "A 3", "A 4"])
        let imported = try importing(text, into: Self.saved, isReplacing: true)
        #expect(try FenceFile(parsing: Array(imported.utf8)).fences.map(\.name) == ["A", "B", "A 2", "A 3", "A 4"])
    }

    @Test func `A taken name and a wrong kind are errors, the first with its line`() throws {
        let taken = collection(feature("B", "[[[1,2],[3,2],[3,4],[1,2]]]"))
        let error = #expect(throws: FenceFileError.self) {
            try importing(taken, into: Self.saved, isReplacing: false)
        }
        #expect(error?.line == 2)
        let kind = taken.replacing("\"name\"", with: "\"kind\":\"shop\",\"name\"")
        #expect(throws: FenceFileError.self) { try source(kind) }
    }

    @Test(arguments: [
        "7", "{}", "{\"type\":\"FeatureCollection\"}", "{\"type\":\"FeatureCollection\",\"features\":[1]}",
    ])
    func `Other text than GeoJSON is an error or has nothing to import`(text: String) {
        let source = try? source(text)
        #expect(source?.features.isEmpty != false)
    }
}
