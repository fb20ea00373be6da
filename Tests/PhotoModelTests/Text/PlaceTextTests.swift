import PhotoModel
import Testing

struct PlaceTextTests {
    @Test(arguments: [
        "52.52,13.405",
        " 52.52 , 13.405 ",
        "geo:52.52,13.405",
        "GEO:52.52,13.405,34.5;crs=WGS84;u=35?z=12",
        "geo:0,0?q=52.52,13.405(The%20office)",
        "https://www.openstreetmap.org/#map=17/52.52/13.405",
        "https://www.openstreetmap.org/?mlat=52.52&mlon=13.405#map=12/52.40/13.1",
        "https://www.openstreetmap.org/node/1#map=19/52.52/13.405&layers=N",
        "https://www.google.com/maps/@52.52,13.405,17z",
        "https://www.google.com/maps/@52.52,13.405,17z?entry=ttu&g_ep=abc",
        "https://maps.google.com/?q=52.52,13.405",
        "https://maps.google.com/maps?q=loc:52.52,13.405&z=3",
        "https://www.google.com/maps/search/?api=1&query=52.52%2C13.405",
        "https://www.google.com/maps/search/52.52,+13.405?sa=X",
        "https://www.google.com/maps/place/Caf%C3%A9/@52.1,13.2,17z/data=!3m1!4b1!4m6!3m5!1s0x47:0x1!8m2!3d52.52!4d13.405!16s",
        "https://www.google.com/maps/place/A/@52.1,13.2,17z/data=!4m2!3d52.52!4d13.405?entry=ttu",
        "https://www.google.com/maps/place/52.52,13.405/@52.1,13.2,17z",
        "https://maps.apple.com/?ll=52.52,13.405&q=Office",
        "https://maps.apple.com/place?address=X&coordinate=52.52,13.405&name=Y",
    ])
    func `A place is read in the formats that people paste`(text: String) throws {
        #expect(try Coordinate(parsingPlace: text) == Coordinate(latitude: 52.52, longitude: 13.405))
    }

    @Test func `South and west are negative in every form`() throws {
        for text in [
            "geo:-33.89,-70.5", "https://osm.org/?mlat=-33.89&mlon=-70.5",
            "https://www.google.com/maps/@-33.89,-70.5,3z",
            "https://a.example/maps/place/X/@1,2,3z/data=!3d-33.89!4d-70.5", "https://osm.org/#map=3/-33.89/-70.5",
        ] {
            #expect(try Coordinate(parsingPlace: text) == Coordinate(latitude: -33.89, longitude: -70.5))
        }
    }

    @Test(arguments: [
        "geo:52.52", "geo:91,0", "geo:1,2,3,4", "geo:1,2;crs=nad27", "geo:", "https://maps.app.goo.gl/abc",
        "https://www.google.com/maps/@91,13.405,17z", "https://osm.org/#map=3/x/y", "https://a.example/?q=Office",
        "north",
    ])
    func `Text without a position is an error`(text: String) {
        #expect(throws: TextError.self) { try Coordinate(parsingPlace: text) }
    }
}
