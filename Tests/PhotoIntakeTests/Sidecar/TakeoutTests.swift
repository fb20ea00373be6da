import PhotoModel
import Testing
import WorkphotosTestSupport

struct TakeoutTests {
    private func photo(_ members: String) throws -> SourceFacts {
        try said(json(members), in: "photo.jpg.json")
    }

    private func json(_ members: String) -> [UInt8] {
        Array(#"{"title": "photo.jpg", "photoTakenTime": {"timestamp": "1685959872"}, \#(members)}"#.utf8)
    }

    private func place(_ name: String, _ latitude: String, _ longitude: String, altitude: String = "0.0") -> String {
        #""\#(name)": {"latitude": \#(latitude), "longitude": \#(longitude), "altitude": \#(altitude)}"#
    }

    private func time(_ timestamp: String) throws -> CaptureTime? {
        let text = #"{"photoTakenTime": {"formatted": "5 \" } juin", "timestamp": \#(timestamp)}}"#
        return try said(Array(text.utf8), in: "photo.jpg.json").captureTime
    }

    @Test(arguments: [
        (#""1685959872""#, "2023-06-05T10:11:12"), ("1685959872", "2023-06-05T10:11:12"),
        (#""-86400""#, "1969-12-31T00:00:00"), ("253402300799", "9999-12-31T23:59:59"),
        ("-62135596800", "0001-01-01T00:00:00"),
    ])
    func `The time is seconds in UTC, as text or number`(timestamp: String, wall: String) throws {
        let time = try #require(try time(timestamp))
        #expect(time.wall.text == wall)
        #expect(time.offset == UTCOffset(seconds: 0, source: .utc))
        #expect(time.source == .takeout)
    }

    @Test(arguments: [
        "0", #""0""#, #""""#, "null", "true", "{}", #"{"timestamp": 5}"#, "[5]", #""soon""#, "1.5", "1e9",
        "253402300800", "-62135596801", "99999999999999999999", #""99999999999999999999""#,
    ])
    func `A moment outside the years 1 to 9999 is no time`(timestamp: String) throws {
        #expect(try time(timestamp) == nil)
    }

    @Test func `The camera's data takes precedence over Google's`() throws {
        let camera = place("geoDataExif", "10.5", "-20.5", altitude: "3.5")
        let google = place("geoData", "35.6586", "139.7454", altitude: "12")
        for members in ["\(camera), \(google)", "\(google), \(camera)"] {
            let said = try photo(members)
            #expect(said.position == .valid(try #require(Coordinate(latitude: 10.5, longitude: -20.5))))
            #expect(said.altitude == 3.5)
            #expect(said.otherPlaces == [try #require(Coordinate(latitude: 35.6586, longitude: 139.7454))])
            #expect(said.positionSource == .takeout)
        }
        let none = place("geoDataExif", "0.0", "0.0")
        #expect(try photo("\(none), \(google)").position.coordinate?.latitude == 35.6586)
        #expect(try photo("\(none), \(google)").otherPlaces.isEmpty)
        #expect(try photo("\(place("geoDataExif", "95.0", "0.0")), \(google)").altitude == 12)
    }

    @Test func `Zeros mean that Takeout knows nothing`() throws {
        let said = try photo("\(place("geoData", "0.0", "0")), \(place("geoDataExif", "-0.0", "0.0"))")
        #expect(said.position == .absent)
        #expect(said.altitude == nil)
        #expect(try photo(place("geoData", "0.0", "5.0")).position.coordinate?.longitude == 5)
    }

    @Test(arguments: [
        ("1e400", "-1e400", PositionProblem.outOfRange), ("91", "0", .outOfRange), ("1", "-180.5", .outOfRange),
        (#""NaN""#, "1", .malformed), ("true", "1", .malformed), ("[1]", "1", .malformed), ("1", "1x", .malformed),
        ("1", "null", .incomplete),
    ])
    func `An invalid position is reported`(latitude: String, longitude: String, problem: PositionProblem) throws {
        #expect(try photo(place("geoData", latitude, longitude)).position == .invalid(problem))
        #expect(try photo(place("geoDataExif", latitude, longitude)).position == .invalid(problem))
    }

    @Test(arguments: ["[1, 2]", "null", "7", #""x""#, "{}"]) func `A place that is not an object is ignored`(
        value: String
    )
        throws
    {
        #expect(try photo("\"geoData\": \(value)").position == .absent)
    }

    @Test func `Surrounding members do not matter`() throws {
        let around = #""people": [{"name": "a \"b\" }]\\"}, [[]], {}], "x": tru, "photoTakenTime2": 5"#
        let place = place("geoData", "1.5", "2.5")
        #expect(try photo("\(around), \(place), \(around)").position.coordinate?.latitude == 1.5)
        #expect(try said([0xEF, 0xBB, 0xBF] + json(place), in: "photo.json").position.coordinate != nil)
    }

    @Test(arguments: [
        "{}", "[]", "null", " true ", "-7.5\n", "\"text\"", #"{"title": "Album", "other": 1}"#,
        #"[{"photoTakenTime": {"timestamp": "1"}}]"#, #"{"a": {"photoTakenTime": {"timestamp": "1"}}}"#,
    ])
    func `A JSON file that describes no photo is another kind, and no problem`(text: String) throws {
        let content = try content(Array(text.utf8), named: "metadata.json")
        #expect(content == .other(FileContent.json) && content.isForeignJSON)
    }

    @Test(arguments: [
        "", " ", "\0\0", "{", "[1", "text", "nul", "{} {}", "{}x", "\"text", #"{"title" "photoTakenTime": {}}"#,
        #"{"title": "a.jpg", "descr"#,
    ])
    func `What is no JSON is not known to be of something else`(text: String) throws {
        let content = try content(Array(text.utf8), named: "a.jpg.json")
        #expect(content == .other(FileContent.brokenJSON) && !content.isForeignJSON)
    }

    @Test(arguments: [
        #"{"photoTakenTime": 5}"#, #"{"title": "a.jpg", "geoDataExif": {"latitude": 1.0, "longitude": 2.0}}"#,
        #"{"title": "a.jpg", "imageViews": "7"}"#, #"{"title": "a.jpg", "geoData": {"latitude": 1.0, "lo"#,
    ])
    func `A file with members of a photo's and without its time is damaged`(text: String) throws {
        #expect(try content(Array(text.utf8), named: "a.jpg.json").problem == .corrupt)
    }

    @Test(arguments: [
        #"{"title": "Album"}"#, #"{"sharedAlbumComments": [{"text": "x"}]}"#,
        #"{"title": "Album", "date": {"timestamp": "1"}, "geoData": {"latitude": 1, "longitude": 2}}"#,
    ])
    func `What an export says of albums and comments is known by its members`(text: String) throws {
        #expect(try content(Array(text.utf8), named: "métadonnées.json") == .other(FileContent.takeoutsOwn))
    }

    @Test func `A photo's file that is cut is damaged`() throws {
        let whole = json(place("geoData", "1.5", "2.5"))
        for count in 60..<whole.count {
            #expect(try content(Array(whole.prefix(count)), named: "photo.jpg.json").problem == .corrupt)
        }
    }

    @Test func `A hundred thousand levels are skipped`() throws {
        let levels = 100_000
        let deep = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        #expect(try photo("\"deep\": \(deep), \(place("geoData", "1.5", "2.5"))").position.coordinate != nil)
        #expect(try content(Array(deep.utf8), named: "deep.json") == .other("json"))
        #expect(try content(json("\"deep\": \(deep.dropLast())"), named: "a.json").problem == .corrupt)
    }

    @Test func `A file of more than 2 MiB is another kind`() throws {
        let blanks = String(repeating: " ", count: 2_097_152)
        #expect(try content(json(blanks + place("geoData", "1.5", "2.5")), named: "a.json") == .other("json"))
    }
}
