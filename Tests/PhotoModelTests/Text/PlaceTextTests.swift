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

    @Test(arguments: [
        "https://yandex.com/maps/213/moscow/?ll=37.1%2C55.2&pt=13.405,52.52&z=14",
        "https://yandex.ru/maps/?whatshere%5Bpoint%5D=13.405%2C52.52&whatshere%5Bzoom%5D=17",
        "https://yandex.com/maps/?rtext=55.7,37.6~52.52,13.405&rtt=auto", "https://yandex.com/maps/?text=52.52,13.405",
        "https://www.google.com/maps/dir/52.5,13.3/52.52,13.405/@52.51,13.35,14z",
        "https://google.com/maps/dir/A/B/data=!4m14!4m13!1m5!1m1!1sX!2m2!1d3!2d5!1m5!1m1!1sY!2m2!1d13.405!2d52.52!3e0",
        "https://google.com/maps/dir/A/B/data=!4m14!4m13!1m8!2m2!1d1!2d5!3m4!1m2!1d2!2d5!3sX!1m3!2m2!1d13.405!2d52.52",
        "https://www.google.com/maps/dir/A/'52.52,13.405'/@1,2,9z/data=!4m8!4m7!1m5!1m1!1sX!2m2!1d13.3!2d52.5!1m0!3e0",
        "https://www.google.com/maps/dir//52.52,13.405/@52.5,13.3,14z",
        "https://www.google.com/maps/dir/52.5,13.3/52.52,13.405/am=t/data=!4m2!4m1!3e2",
        "https://www.google.com/maps/dir/?api=1&origin=1,2&destination=52.52,13.405",
        "https://maps.google.com/maps?saddr=1,2&daddr=52.52,13.405",
        "https://maps.google.com/maps?ll=1,2&q=52.52,13.405(Office)",
        "https://maps.apple.com/?saddr=1,2&daddr=52.52,13.405",
        "https://www.openstreetmap.org/directions?engine=osrm_car&route=52.5%2C13.3%3B52.52%2C13.405#map=12/1/2",
        "https://www.bing.com/maps?cp=1~2&sp=point.52.52_13.405_Office___",
        "https://www.bing.com/maps?rtp=pos.1_2~pos.52.52_13.405", "https://share.here.com/l/52.52,13.405,Office?z=16",
        "https://wego.here.com/directions/drive/Home:52.5,13.3/Office:52.52,13.405?map=1,2,3",
        "https://www.waze.com/ul?ll=52.52%2C13.405&navigate=yes",
        "https://www.waze.com/live-map/directions?to=ll.52.52%2C13.405&from=ll.1%2C2",
        "https://2gis.ru/moscow/geo/70000001/13.405%2C52.52?m=37.1%2C55.2%2F16",
        "https://2gis.ru/directions/points/13.3,52.5;1%7C13.405,52.52;2",
        "https://mapy.cz/zakladni?source=coor&id=13.405%2C52.52&x=1&y=2&z=16",
        "https://osmand.net/map/?pin=52.52,13.405#15/1/2",
        "https://osmand.net/map/navigate/?start=52.5,13.3&finish=52.52,13.405&profile=car#14/1/2",
        "https://osmand.net/map?start=52.5,13.3&end=52.52,13.405&mode=car#14/1/2",
        "https://www.openstreetmap.org/search?lat=52.52&lon=13.405#map=17/52.5/13.3",
        "https://www.openstreetmap.org/query?lat=52.52&lon=13.405#map=17/52.5/13.3",
        "https://www.openstreetmap.org/note/new?lat=52.52&lon=13.405#map=17/52.5/13.3",
        "https://share.here.com/r/52.5,13.3,A/52.52,13.405,B?map=52.51,13.35,12",
        "https://wego.here.com/directions/mix//B:52.52,13.405?map=52.51,13.35,12",
        "https://2gis.ru/moscow/routeSearch/rsType/car/from/13.3,52.5/to/13.405,52.52?m=13.35,52.51/12",
        "https://mapy.com/fnc/v1/route?start=13.3,52.5&end=13.405,52.52&routeType=car_fast",
        "https://maps.apple.com/?q=52.52,13.405&ll=52.5,13.3", "https://maps.apple.com/?address=X&ll=52.52,13.405",
        "geo:52.5,13.3?q=52.52,13.405", "https://www.google.co.uk/maps/place/52.52,13.405",
        "https://www.google.com/maps/@?api=1&map_action=pano&viewpoint=52.52,13.405",
        "https://maps.google.com/maps?layer=c&cbll=52.52,13.405&cbp=12,0,,0,5",
        "https://maps.google.com/?q=52.52+13.405", "https://maps.google.com/?q=loc:52.52+13.405&ll=1,2",
        "https://maps.google.com/?q=The+office@52.52,13.405",
        "https://www.openstreetmap.org/export/embed.html?bbox=13%2C52%2C14%2C53&layer=mapnik&marker=52.52%2C13.405",
        "https://embed.waze.com/iframe?zoom=13&lat=52.52&lon=13.405&pin=1",
        "https://yandex.com.tr/harita/?pt=13.405,52.52&z=16", "om://map?v=1&ll=52.52,13.405&n=Office",
        "https://magicearth.com/?show_on_map&lat=52.52&lon=13.405&name=Office",
    ])
    func `Each map has its own order, and of a route the destination counts`(text: String) throws {
        let place = try WrittenPlace(parsing: text)
        #expect(place.coordinate == Coordinate(latitude: 52.52, longitude: 13.405))
        #expect(!place.isMiddleOfMap)
    }

    @Test(arguments: [
        ("https://osm.org/go/0MbFgXWsc-?m=", 52.52, 13.405, false),
        ("https://osm.org/go/0MbFgXWsc", 52.52, 13.405, true),
        ("https://www.openstreetmap.org/go/uN@Ra6l74--?m", -33.8568, 151.2153, false),
        ("https://omaps.app/o4B4pYZsRs/Zoo_Zürich", 47.38593, 8.57666, false),
        ("om://o4B4pYZsRs", 47.38593, 8.57666, false),
        ("ge0://o4MnKQrpcs/Office?z=3", 52.52, 13.405, false), ("https://comaps.at/o4MnKQrpcs", 52.52, 13.405, false),
    ])
    func `The codes of short links are read`(text: String, latitude: Double, longitude: Double, isMiddle: Bool) throws {
        let place = try WrittenPlace(parsing: text)
        #expect(abs(place.coordinate.latitude - latitude) < 0.000_01)
        #expect(abs(place.coordinate.longitude - longitude) < 0.000_01)
        #expect(place.isMiddleOfMap == isMiddle)
    }

    @Test(arguments: [
        "https://yandex.com/maps/213/moscow/?ll=13.405%2C52.52&z=14", "https://www.google.com/maps/@52.52,13.405,17z",
        "https://www.openstreetmap.org/#map=17/52.52/13.405", "https://www.bing.com/maps?cp=52.52~13.405&lvl=16",
        "https://wego.here.com/?map=52.52,13.405,16,normal", "https://mapy.com/en/zakladni?x=13.405&y=52.52&z=16",
        "https://2gis.ru/?m=13.405%2C52.52%2F16", "https://maps.google.com/maps?ll=52.52,13.405&z=5",
        "https://maps.apple.com/?ll=52.52,13.405&z=12", "https://www.openstreetmap.org/?lat=52.52&lon=13.405&zoom=9",
        "geo:52.52,13.405?q=coffee",
    ])
    func `A link that names no place gives the middle of its map, and that is known`(text: String) throws {
        let place = try WrittenPlace(parsing: text)
        #expect(place.coordinate == Coordinate(latitude: 52.52, longitude: 13.405))
        #expect(place.isMiddleOfMap)
    }

    @Test(arguments: [
        "52°31'12.0\"N 13°24'18.0\"E", "52°31′12″N 13°24′18″E", "52° 31' 12\" N, 13° 24' 18\" E",
        "N 52° 31.2' E 13° 24.3'",
        "13°24'18\"E 52°31'12\"N", "52.52° N, 13.405° E", "52,52000° N, 13,40500° E", "N52.52 E13.405",
        "52.52N 13.405E",
        "52 31 12 N 13 24 18 E", "52°31'12'' 13°24'18''", "52° 31' 12, 13° 24' 18", "+52°31'12\" +13°24'18\"",
        "https://www.google.com/maps/place/52%C2%B031'12.0%22N+13%C2%B024'18.0%22E/@1,2,17z",
    ])
    func `Degrees, minutes and seconds are read as maps copy them`(text: String) throws {
        let place = try Coordinate(parsingPlace: text)
        #expect(place == Coordinate(latitude: 52.52, longitude: 13.405))
    }

    @Test(arguments: [
        "52°31'12\"N", "52°61'12\"N 13°24'18\"E", "52°31'12\"N 13°24'18\"N", "52°31'12\"N 13°24'18\"O",
        "52.5°31'12\"N 13°24'18\"E",
        "-52°31'12\"N 13°24'18\"E", "52'31\"N 13'24\"E", "91°0'0\"N 13°24'18\"E", "N E", "52 31 12 13 24 18", "N52 13E",
        "geo:0,0", "geo:0,0?q=0,0(Office)", "https://maps.google.com/?q=0,0", "https://maps.google.com/?q=0,0(none)",
        "https://a.example/maps/@52.52,13.405,17z", "https://map.baidu.com/@13.405,52.52,17z",
        "https://www.google.com/maps/dir/Home/Office/@52.51,13.35,14z", "https://yandex.com/maps/?rtext=55.7,37.6~",
    ])
    func `What is no place or no known map's is refused, not guessed`(text: String) {
        #expect(throws: TextError.self) { try Coordinate(parsingPlace: text) }
    }

    @Test(arguments: [
        "https://www.google.com/maps/dir/A/B/@52.51,13.35,14z/data=!4m8!4m7!1m5!1m1!1s0x1!2m2!1d13.3!2d52.5!1m0!3e0",
        "https://google.com/maps/dir/A/B/@1,2,9z/data=!4m11!4m10!1m8!2m2!1d13.3!2d52.5!3m4!1m2!1d13.36!2d52.55!3sX!1m0",
        "https://www.google.com/maps/dir/A/B/@1,2,9z/data=!4m14!4m13!1m5!1m1!1s0x1!2m2!1d13.3!2d52.5!1m5",
        "https://www.google.com/maps/dir/52.5,13.3//@52.51,13.35,14z", "https://www.google.com/maps/dir/52.5,13.3/",
        "https://www.google.com/maps/dir/?api=1&origin=52.5,13.3&destination=Office",
        "https://maps.google.com/maps?saddr=52.5,13.3&ll=52.51,13.35", "https://maps.apple.com/?saddr=52.5,13.3&ll=1,2",
        "https://maps.apple.com/directions?source=52.5,13.3&center=52.51,13.35",
        "https://www.openstreetmap.org/directions?from=52.5,13.3#map=14/52.51/13.35",
        "https://www.openstreetmap.org/directions?route=52.5,13.3;#map=14/52.51/13.35",
        "https://yandex.ru/maps/?ll=13.35,52.51&rll=13.3,52.5~13.405,52.52&mode=routes",
        "https://yandex.ru/maps/?ll=13.35,52.51&rtext=52.5,13.3",
        "https://www.bing.com/maps?rtp=pos.52.5_13.3~&cp=52.51~13.35",
        "https://www.bing.com/maps?rtp=pos.52.5_13.3~adr.Office_1&cp=52.51~13.35",
        "https://share.here.com/r/52.5,13.3,A?map=52.51,13.35,12",
        "https://wego.here.com/directions/drive/A:52.5,13.3?map=52.51,13.35,12",
        "https://www.waze.com/live-map/directions?from=ll.52.5%2C13.3&ll=52.51,13.35",
        "https://2gis.ru/moscow/directions/points/13.3,52.5;1?m=13.35,52.51/12",
        "https://2gis.ru/moscow/routeSearch/rsType/car/from/13.3,52.5?m=13.35,52.51/12",
        "https://mapy.com/en/zakladni?planovani-trasy&rc=9hAK0xXxOK&rs=osm&x=13.35&y=52.51&z=12",
        "https://osmand.net/map?start=52.5,13.3&mode=car#14/52.51/13.35",
    ])
    func `A route without a known destination is neither its start nor its map`(text: String) {
        #expect(throws: TextError.self) { try Coordinate(parsingPlace: text) }
    }

    @Test(arguments: [
        "https://www.google.cn/maps/@39.9,116.4,12z", "https://google.com.cn/maps?q=39.9,116.4",
        "https://google.evil.example/maps?q=52.5,13.3", "https://google.evil.com/maps?q=52.5,13.3",
        "https://maps.google.com.evil.com/?q=52.5,13.3", "https://yandex.evil.com/maps/?pt=13.3,52.5",
        "https://2gis.evil.com/geo/13.3,52.5", "https://evilgoogle.com/maps?q=52.5,13.3",
    ])
    func `A host with a map's name in it is not that map`(text: String) {
        #expect(throws: TextError.self) { try Coordinate(parsingPlace: text) }
    }

    @Test func `Who writes 0,0 means it`() throws {
        #expect(try Coordinate(parsingPlace: "0,0") == Coordinate(latitude: 0, longitude: 0))
    }

    @Test func `South and west are negative in every form`() throws {
        for text in [
            "geo:-33.89,-70.5", "https://osm.org/?mlat=-33.89&mlon=-70.5",
            "https://www.google.com/maps/@-33.89,-70.5,3z",
            "https://www.google.cl/maps/place/X/@1,2,3z/data=!3d-33.89!4d-70.5", "https://osm.org/#map=3/-33.89/-70.5",
            "33.89° S, 70.5° W", "33°53'24\"S 70°30'00\"W", "S 33° 53.4' W 70° 30'", "-33°53'24\", -70°30'0\"",
        ] {
            #expect(try Coordinate(parsingPlace: text) == Coordinate(latitude: -33.89, longitude: -70.5))
        }
    }

    @Test(arguments: [
        "geo:52.52", "geo:91,0", "geo:1,2,3,4", "geo:1,2;crs=nad27", "geo:", "https://maps.app.goo.gl/abc",
        "https://www.google.com/maps/@91,13.405,17z", "https://osm.org/#map=3/x/y", "https://a.example/?q=Office",
        "north", "https://osm.org/go/0MbF", "https://osm.org/go/0MbFg%20Wsc", "https://osm.org/go/0MbFgXWscabc",
        "https://omaps.app/Office", "om://o4B4pYZsRsRs", "https://omaps.app/download",
        "https://maps.google.com/?q=Office+12", "https://maps.google.com/?q=12+34",
        "https://maps.google.com/?q=52,5+13,3",
    ])
    func `Text without a position is an error`(text: String) {
        #expect(throws: TextError.self) { try Coordinate(parsingPlace: text) }
    }
}
