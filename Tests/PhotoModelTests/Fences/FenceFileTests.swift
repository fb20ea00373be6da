import PhotoModel
import Testing

struct FenceFileTests {
    private func read(_ text: String) throws -> [Fence] {
        try FenceFile(parsing: Array(text.utf8)).fences
    }

    private func circle(_ latitude: Double, _ longitude: Double, _ radius: Double) throws -> FenceShape {
        .circle(center: try #require(Coordinate(latitude: latitude, longitude: longitude)), radius: radius)
    }

    @Test func `Points with a radius are circles, in the order of the file`() throws {
        let text = """
            {
              "type": "FeatureCollection",
              "features": [
                {
                  "type": "Feature",
                  "properties": { "name": "Office", "radius": 150 },
                  "geometry": { "type": "Point", "coordinates": [-122.39, 37.78] }
                },
                {
                  "type": "Feature",
                  "geometry": { "coordinates": [13.4, -52.5, 34], "type": "Point" },
                  "properties": { "radius": 0.5e3, "kind": "never", "name": "Büro \\u540d" }
                }
              ]
            }
            """
        let fences = try read(text)
        #expect(
            fences == [
                Fence(name: "Office", kind: .work, shape: try circle(37.78, -122.39, 150)),
                Fence(name: "Büro 名", kind: .never, shape: try circle(-52.5, 13.4, 500)),
            ])
        #expect(try FenceFile(parsing: Array(text.utf8)).line(ofFence: "Büro 名") == 12)
        #expect(try FenceFile(parsing: Array(text.utf8)).line(ofFence: "Home") == nil)
    }

    @Test func `Unknown members are ignored, and so are empty values`() throws {
        let text = """
            \u{FEFF}{"type":"FeatureCollection","name":"places","bbox":[0,0,1,1],
            "crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}},"features":[
            {"type":"Feature","id":7,"properties":{"fid":1,"name":"A","kind":null,"radius":10.25,"hours":null,"from":null,
            "folder":"{fence}/{year}","to":"nas","style":{"color":[1,2]},"fid":2},
            "geometry":{"type":"Point","coordinates":[0,0],"bbox":null},"crs":null}]}
            """
        #expect(try read(text) == [Fence(name: "A", kind: .work, shape: try circle(0, 0, 10.25))])
    }

    @Test func `The limits of the ranges are included`() throws {
        func fence(_ longitude: Int, _ latitude: Int, _ name: String) -> String {
            """
            {"type":"Feature","properties":{"name":"\(name)","radius":20037508},
            "geometry":{"type":"Point","coordinates":[\(longitude),\(latitude)]}}
            """
        }
        let features = fence(180, 90, "a") + "," + fence(-180, -90, "A")
        #expect(try read("{\"type\":\"FeatureCollection\",\"features\":[\(features)]}").count == 2)
    }

    @Test func `An absent file stands for an empty collection`() throws {
        let file = FenceFile()
        #expect(file.fences.isEmpty)
        let text = String(decoding: file.bytes, as: UTF8.self)
        #expect(text == "{\n  \"type\": \"FeatureCollection\",\n  \"features\": []\n}\n")
    }
}
