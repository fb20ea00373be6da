import PhotoModel
import Testing
import WorkphotosTestSupport

struct CoordinateTextTests {
    @Test(arguments: [
        ("37.78,-122.39", 37.78, -122.39), ("-90, 180", -90, 180), (" +1.5 ,1e-5 ", 1.5, 0.000_01), ("0,0", 0, 0),
        (".5,-.25", 0.5, -0.25),
    ])
    func `A place is latitude and longitude`(text: String, latitude: Double, longitude: Double) throws {
        #expect(try Coordinate(parsing: text) == Coordinate(latitude: latitude, longitude: longitude))
    }

    @Test(arguments: ["", "37.78", "37.78 -122.39", "1,2,3", "37,78;-122,39", "N1,2", "0x10,1", "nan,1", "inf,0", "1,"])
    func `An invalid place gets advice on the format`(text: String) {
        let error = TextError("a place is written LAT,LON in decimal degrees, as in 37.78,-122.39")
        #expect(throws: error) { try Coordinate(parsing: text) }
    }

    @Test(arguments: [
        ("91,10", "latitude 91 is out of range (-90...90); the latitude comes first"),
        ("-122.39,37.78", "latitude -122.39 is out of range (-90...90); the latitude comes first"),
        ("91,100", "latitude 91 is out of range (-90...90)"),
        ("0,180.5", "longitude 180.5 is out of range (-180...180)"),
        ("53,5413", "longitude 5413 is out of range (-180...180); decimals have a point, as in 53.5413,9.9847"),
    ])
    func `A place off the earth says which number is wrong`(text: String, message: String) {
        #expect(throws: TextError(message)) { try Coordinate(parsing: text) }
    }

    @Test func `A coordinate's text reads back the same`() throws {
        var random = SplitMix64(seed: 5)
        for _ in 0..<500 {
            let coordinate = Coordinate.random(using: &random)
            #expect(try Coordinate(parsing: coordinate.text) == coordinate)
        }
        #expect(try Coordinate(parsing: "37.780,-122").text == "37.78,-122")
    }
}
