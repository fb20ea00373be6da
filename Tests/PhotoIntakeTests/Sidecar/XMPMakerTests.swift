import PhotoModel
import SampleLibrary
import Testing
import WorkphotosTestSupport

/// What drones and panorama programs write into XMP under names of their own.
struct XMPMakerTests {
    private func packet(_ space: String, _ attributes: [String: String]) -> [UInt8] {
        let values = attributes.map { "m:\($0.key)=\"\($0.value)\"" }.joined(separator: " ")
        return Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:m="\(space)" \(values)/></rdf:RDF></x:xmpmeta>
            """.utf8)
    }

    private let drone = "http://www.dji.com/drone-dji/1.0/"

    @Test(arguments: ["GpsLongitude", "GpsLongtitude"]) func `DJI's position is read in both spellings`(name: String)
        throws
    {
        let bytes = packet(drone, ["GpsLatitude": "+52.5200000", name: "-13.4050000", "AbsoluteAltitude": "+81.5"])
        let version = ExifEntry.bytes(0x00, .byte, [2, 3, 0, 0])
        let photo = try facts(JPEGFile([JPEGFile.exif(ExifStructure(gps: [version])), JPEGSegment.xmp(bytes)]))
        #expect(photo.position.coordinate == Coordinate(latitude: 52.52, longitude: -13.405))
        #expect(photo.positionSource == .xmp)
        #expect(photo.altitude == 81.5)
    }

    @Test func `A drone's position of zero or of half is a problem`() throws {
        #expect(
            try said(packet(drone, ["GpsLatitude": "0.0", "GpsLongitude": "0.0"])).position == .invalid(.nullIsland))
        #expect(try said(packet(drone, ["GpsLatitude": "+52.5"])).position == .invalid(.incomplete))
    }

    @Test func `A drone's place beside another in one packet is kept`() throws {
        let text = String(decoding: packet(drone, ["GpsLatitude": "1.5", "GpsLongitude": "2.5"]), as: UTF8.self)
        let exif = "xmlns:exif=\"http://ns.adobe.com/exif/1.0/\" exif:GPSLatitude=\"10,0N\" exif:GPSLongitude=\"20,0E\""
        let both = text.replacing("<rdf:Description ", with: "<rdf:Description \(exif) ")
        let photo = try facts(JPEGFile([JPEGSegment.xmp(Array(both.utf8))]))
        #expect(photo.position.coordinate == Coordinate(latitude: 10, longitude: 20))
        #expect(photo.overruled.coordinate == Coordinate(latitude: 1.5, longitude: 2.5))
    }

    @Test func `Parrot's position is read`() throws {
        let bytes = packet(
            "http://www.parrot.com/drone-parrot/1.0/", ["DroneLatitude": "52.5", "DroneLongitude": "13.5"])
        #expect(try said(bytes).position.coordinate == Coordinate(latitude: 52.5, longitude: 13.5))
        #expect(try facts(JPEGFile([JPEGSegment.xmp(bytes)])).positionSource == .xmp)
    }

    @Test func `Skydio's position is read`() throws {
        let bytes = packet("https://www.skydio.com/drone-skydio/1.0/", ["Latitude": "52.5", "Longitude": "13.5"])
        #expect(try said(bytes).position.coordinate == Coordinate(latitude: 52.5, longitude: 13.5))
    }

    @Test(arguments: [
        ("http://ns.google.com/photos/1.0/panorama/", "FirstPhotoDate", "2026-05-01T08:02:03.465Z"),
        ("http://ns.adobe.com/xmp/1.0/DynamicMedia/", "shotDate", "2026-05-01T08:02:03.465Z"),
        ("http://www.dji.com/drone-dji/1.0/", "UTCAtExposure", "2026-05-01T08:02:03.465"),
    ])
    func `Times of panoramas, films and drones are read`(space: String, name: String, value: String) throws {
        let time = try #require(try said(packet(space, [name: value])).captureTime)
        #expect(time.wall.text == "2026-05-01T08:02:03.465")
        #expect(time.offset == UTCOffset(seconds: 0, source: .utc))
        // And in a photo, whose packet is only parsed if it may add something.
        #expect(try facts(JPEGFile([JPEGSegment.xmp(packet(space, [name: value]))])).captureTime == time)
    }
}
