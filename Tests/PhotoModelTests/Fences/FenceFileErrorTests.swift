import PhotoModel
import Testing

struct FenceFileErrorTests {
    private func error(_ text: String) -> String? {
        do {
            _ = try FenceFile(parsing: Array(text.utf8))
            return nil
        } catch {
            return error.description
        }
    }

    /// The error for a feature with its properties in line 3 and its geometry in line 4.
    private func error(
        properties: String = #""name":"A","radius":150"#, geometry: String = #""type":"Point","coordinates":[2,1]"#
    ) -> String? {
        error(
            """
            {"type":"FeatureCollection","features":[
            {"type":"Feature",
            "properties":{\(properties)},
            "geometry":{\(geometry)}}
            ]}
            """)
    }

    @Test func `A feature without an error has none`() {
        #expect(error(properties: #""name":"A","radius":150"#) == nil)
    }

    @Test(arguments: [
        ("[]", "an array"), ("7", "a number"), ("{}", "an object without \"type\""),
        (#"{"type":"Feature","geometry":null}"#, "a Feature"), (#"{"type":"Point","coordinates":[1,2]}"#, "a Point"),
    ])
    func `Text other than a FeatureCollection gets advice on what to change`(text: String, found: String) {
        let start = "line 1: a FeatureCollection is expected, not \(found); write {\"type\": \"FeatureCollection\", "
        #expect(error(text)?.hasPrefix(start) == true)
    }

    @Test(arguments: [
        (#"{"type":"FeatureCollection"}"#, "line 1: the FeatureCollection has no \"features\""),
        (#"{"type":"FeatureCollection","features":{}}"#, "line 1: \"features\" must be an array, not an object"),
        (
            #"{"type":"FeatureCollection","features":[3]}"#,
            "line 1: a Feature is expected in \"features\", not a number"
        ),
        (
            #"{"type":"FeatureCollection","features":[{"type":"Point"}]}"#,
            "line 1: a Feature is expected in \"features\", not a Point"
        ),
        (
            #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":null,"geometry":null}]}"#,
            "line 1: the feature has no \"properties\""
        ),
        (
            "{\"type\":\"FeatureCollection\",\n\"features\":[],\n}",
            "line 3: column 1: JSON allows no comma after the last value"
        ),
        (
            "{\"type\":\"FeatureCollection\",\n\"features\":[],\n\"features\":[]}",
            "line 3: \"features\" is repeated here, after line 2; remove one"
        ),
    ])
    func `An invalid collection is an error`(text: String, message: String) {
        #expect(error(text) == message)
    }

    @Test(arguments: [
        (#""radius":150"#, "the feature's \"properties\" has no \"name\""),
        (#""name":null,"radius":150"#, "the feature's \"properties\" has no \"name\""),
        (#""name":7,"radius":150"#, "\"name\" must be a string, not a number"),
        (#""name":" ","radius":150"#, "the name of a fence is empty"),
        (#""name":"a\u001bb","radius":150"#, "the name \"a\\u{1B}b\" holds control characters"),
        (#""name":"a","name":"b","radius":150"#, "\"name\" is repeated here, after line 3; remove one"),
        (#""name":"a","radius":1,"kind":"nevr""#, "there is no kind \"nevr\"; did you mean \"never\"?"),
        (#""name":"a","radius":1,"kind":"holiday""#, "there is no kind \"holiday\"; it is \"work\" or \"never\""),
        (#""name":"a","radius":1,"kind":true"#, "\"kind\" must be a string, not true or false"),
        (#""name":"a""#, "a Point needs \"radius\", in metres, among its properties"),
        (#""name":"a","radius":"150m""#, "\"radius\" must be a number of metres, not a string"),
        (#""name":"a","radius":0"#, "the radius 0 is out of range; it is in metres, above 0 and at most 20037508"),
        (#""name":"a","radius":-5"#, "the radius -5 is out of range; it is in metres, above 0 and at most 20037508"),
        (#""name":"a","radius":2e9"#, "the radius 2e9 is out of range; it is in metres, above 0 and at most 20037508"),
    ])
    func `Invalid properties are errors`(properties: String, message: String) {
        #expect(error(properties: properties) == "line 3: \(message)")
    }

    @Test(arguments: [
        (#""hours":7"#, "\"hours\" must be a list of strings, not a number"),
        (#""hours":[7]"#, "\"hours\" must be a string, not a number"),
        (
            #""hours":["often"]"#,
            "\"hours\": there is no day \"often\"; days are mon, tue, wed, thu, fri, sat, sun"
        ),
        (
            #""hours":["mon 8-6pm"]"#,
            "\"hours\": \"8-6pm\" is not a valid time span; write days and times, as in \"mon-fri 08:00-18:00\""
        ),
        (#""from":"May"# + "\"", "\"from\": a date is written YYYY-MM-DD, as in 2026-05-01"),
        (#""until":"2026-02-29"# + "\"", "\"until\": there is no such date: 2026-02-29"),
        (
            #""until":"2026-05-01","from":"2026-05-02"# + "\"",
            "\"until\": the last day, 2026-05-01, is before the first, 2026-05-02"
        ),
        (#""except":{}"#, "\"except\" must be a list of strings, not an object"),
        (#""timeZone":" "# + "\"", "\"timeZone\": a time zone is named as in Europe/Berlin"),
        (#""timeZone":1"#, "\"timeZone\" must be a string, not a number"),
    ])
    func `Invalid hours and dates are errors`(property: String, message: String) {
        #expect(error(properties: #""name":"a","radius":1,"# + property) == "line 3: \(message)")
    }

    @Test(arguments: [
        (
            #""type":"Point","coordinates":[10,91]"#,
            "latitude 91 is out of range (-90...90); GeoJSON is [longitude, latitude], are the two swapped?"
        ),
        (#""type":"Point","coordinates":[100,91]"#, "latitude 91 is out of range (-90...90)"),
        (#""type":"Point","coordinates":[1e999,0]"#, "longitude 1e999 is out of range (-180...180)"),
        (#""type":"Point","coordinates":[180.5,0]"#, "longitude 180.5 is out of range (-180...180)"),
        (#""type":"Point","coordinates":[1]"#, "a position is [longitude, latitude], not 1 number"),
        (#""type":"Point","coordinates":[1,2,3,4]"#, "a position is [longitude, latitude], not 4 numbers"),
        (
            #""type":"Point","coordinates":["1","2"]"#,
            "\"coordinates\" must be numbers [longitude, latitude], not a string"
        ),
        (#""type":"Point","coordinates":{}"#, "\"coordinates\" must be an array, not an object"),
        (#""type":"Point""#, "the feature's \"geometry\" has no \"coordinates\""),
        (#""coordinates":[1,2]"#, "the feature's \"geometry\" has no \"type\""),
        (
            #""type":"LineString","coordinates":[]"#,
            "a LineString is not a fence; write a Polygon, a MultiPolygon or a Point with \"radius\""
        ),
    ])
    func `Invalid geometries are errors`(geometry: String, message: String) {
        #expect(error(geometry: geometry) == "line 4: \(message)")
    }

    @Test func `Two fences with the same name are an error that names both lines`() {
        func feature(_ name: String) -> String {
            """
            {"type":"Feature","geometry":{"type":"Point","coordinates":[0,0]},
            "properties":{"name":"\(name)","radius":1}}
            """
        }
        func collection(_ second: String) -> String {
            "{\"type\":\"FeatureCollection\",\"features\":[\n" + feature("Caf\u{E9}") + ",\n" + feature(second) + "]}"
        }
        let message = "is taken by the fence in line 3; names are unique"
        #expect(error(collection("Cafe\u{301}")) == "line 5: the name \"Cafe\u{301}\" \(message)")
        #expect(error(collection("cafe")) == nil)
    }

    @Test(arguments: ["urn:ogc:def:crs:EPSG::3857", "EPSG:25833"])
    func `Another reference system is an error`(name: String) {
        let text = """
            {"type":"FeatureCollection","features":[],
            "crs":{"type":"name","properties":{"name":"\(name)"}}}
            """
        #expect(error(text)?.hasPrefix("line 2: \"crs\" names a reference system other than CRS84") == true)
    }
}
