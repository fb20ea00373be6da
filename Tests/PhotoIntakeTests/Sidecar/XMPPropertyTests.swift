import PhotoModel
import Testing
import WorkphotosTestSupport

struct XMPPropertyTests {
    @Test func `Camera and orientation are read`() throws {
        let packet = XMPPacket(["tiff:Make": " Canon ", "tiff:Model": "EOS &amp; more", "tiff:Orientation": "6"])
        let said = try said(packet)
        #expect(said.make == "Canon")
        #expect(said.model == "EOS & more")
        #expect(said.orientation == 6)
    }

    @Test(arguments: ["0", "9", "1.5", "six", ""]) func `An orientation is one of 1 to 8`(value: String) throws {
        #expect(try said(XMPPacket(["tiff:Orientation": value])).orientation == nil)
    }

    @Test(arguments: [
        "<tiff:Make>Canon</tiff:Make>", "<tiff:Make>\n  Canon\n</tiff:Make>",
        "<tiff:Make><![CDATA[Can]]>on</tiff:Make>",
        "<tiff:Make>C&#97;non</tiff:Make>", "<tiff:Make rdf:value='Canon'/>",
        "<tiff:Make><rdf:Alt><rdf:li xml:lang='x-default'>Canon</rdf:li><rdf:li>Kanon</rdf:li></rdf:Alt></tiff:Make>",
        "<tiff:Make><rdf:Seq><rdf:li/> <rdf:li>Canon</rdf:li></rdf:Seq></tiff:Make>",
        "<tiff:Make><rdf:Bag><rdf:li>Canon</rdf:li></rdf:Bag></tiff:Make>",
        "<tiff:Make rdf:parseType='Resource'><rdf:value>Canon</rdf:value><xmp:Label>no</xmp:Label></tiff:Make>",
        "<tiff:Make><rdf:Description><xmp:Label>no</xmp:Label><rdf:value>Canon</rdf:value></rdf:Description></tiff:Make>",
        "<tiff:Make><rdf:Description rdf:value='Canon' xmp:Label='no'/></tiff:Make>",
        "<tiff:Make>Canon</tiff:Make><tiff:Make>Nikon</tiff:Make>",
    ])
    func `A property is an element in every form that RDF allows`(element: String) throws {
        #expect(try said(XMPPacket(elements: element)).make == "Canon")
    }

    @Test func `Names are identified by namespace, whatever the prefix`() throws {
        let renamed = XMPPacket(["tiff:Make": "Canon"]).text.replacing("tiff:", with: "n:")
            .replacing("xmlns:tiff", with: "xmlns:n")
        #expect(try said(Array(renamed.utf8)).make == "Canon")
        let other = XMPPacket(["tiff:Make": "Canon"]).text.replacing("adobe.com/tiff", with: "example.com/tiff")
        #expect(try said(Array(other.utf8)).make == nil)
        let longer = XMPPacket(["tiff:Make2": "a", "tiff:Mak": "b", "tiff:make": "c"])
        #expect(try said(longer).make == nil)
    }

    @Test func `Properties may be spread over several descriptions of the resource`() throws {
        let two = XMPPacket(["tiff:Make": "Canon"]).text.replacing(
            "</rdf:RDF>",
            with: "<rdf:Description xmlns:t='http://ns.adobe.com/tiff/1.0/' t:Model='EOS'/></rdf:RDF>")
        let said = try said(Array(two.utf8))
        #expect(said.make == "Canon")
        #expect(said.model == "EOS")
    }

    @Test func `A place inside a structure belongs to something else`() throws {
        let place = "exif:GPSLatitude='1,2N' exif:GPSLongitude='3,4E'"
        let elements = """
            <ext:LocationShown><rdf:Bag><rdf:li \(place)/></rdf:Bag></ext:LocationShown>
            <ext:LocationShown><rdf:Bag><rdf:li rdf:parseType='Resource'>
            <exif:GPSLatitude>1,2N</exif:GPSLatitude><exif:GPSLongitude>3,4E</exif:GPSLongitude>
            </rdf:li></rdf:Bag></ext:LocationShown>
            <tiff:Make><rdf:Description \(place)><exif:GPSLatitude>1,2N</exif:GPSLatitude></rdf:Description></tiff:Make>
            """
        let said = try said(XMPPacket(elements: elements))
        #expect(said.position == .absent && said.otherPlaces.isEmpty)
        #expect(said.make == nil)
    }

    @Test(arguments: [
        "<ext:LocationCreated rdf:parseType='Resource'>PLACE</ext:LocationCreated>",
        "<ext:LocationCreated><rdf:Description>PLACE</rdf:Description></ext:LocationCreated>",
        "<ext:LocationCreated><rdf:Description ATTRIBUTES/></ext:LocationCreated>",
        "<ext:LocationCreated ATTRIBUTES/>",
        "<ext:LocationCreated><rdf:Bag><rdf:li rdf:parseType='Resource'>PLACE</rdf:li></rdf:Bag></ext:LocationCreated>",
        "<ext:LocationCreated><rdf:Bag><rdf:li ext:City='A'/><rdf:li ATTRIBUTES/></rdf:Bag></ext:LocationCreated>",
    ])
    func `The place where a photo was created is another place, in every form that RDF allows`(form: String) throws {
        let created = form.replacing("ATTRIBUTES", with: "exif:GPSLatitude='1,2N' exif:GPSLongitude='3,4E'").replacing(
            "PLACE",
            with: "<exif:GPSLatitude>1,2N</exif:GPSLatitude><exif:GPSLongitude>3,4E</exif:GPSLongitude>")
        let place = try #require(Coordinate(latitude: 1 + 2.0 / 60, longitude: 3 + 4.0 / 60))
        let alone = try said(XMPPacket(elements: created))
        #expect(alone.position == .absent && alone.otherPlaces == [place])
        #expect(alone.kept(of: .xmp)?.otherPlaces == [place])
        let own = try said(XMPPacket(["exif:GPSLatitude": "5,6N", "exif:GPSLongitude": "7,8E"], elements: created))
        #expect(own.position.coordinate == Coordinate(latitude: 5 + 6.0 / 60, longitude: 7 + 8.0 / 60))
        #expect(own.otherPlaces == [place])
        let half = created.replacing("GPSLongitude", with: "GPSAltitude")
        #expect(try said(XMPPacket(elements: half)).otherPlaces.isEmpty)
    }

    @Test func `A second description of the resource may say another place`() throws {
        let (island, own) = ("GPSLatitude='1,2N' e:GPSLongitude='3,4E'", "GPSLatitude='5,6N' e:GPSLongitude='7,8E'")
        func saidBeside(_ second: String) throws -> SourceFacts {
            let description = "<rdf:Description xmlns:e='http://ns.adobe.com/exif/1.0/' e:\(second)/>"
            let text = XMPPacket.position("5,6N", "7,8E").text.replacing("</rdf:RDF>", with: description + "</rdf:RDF>")
            return try said(Array(text.utf8))
        }
        let place = try #require(Coordinate(latitude: 1 + 2.0 / 60, longitude: 3 + 4.0 / 60))
        let other = try saidBeside(island)
        #expect(other.position.coordinate == Coordinate(latitude: 5 + 6.0 / 60, longitude: 7 + 8.0 / 60))
        #expect(other.otherPlaces == [place])
        #expect(other.kept(of: .xmp)?.otherPlaces == [place])
        for same in [own, "GPSLatitude='1,2N'"] { #expect(try saidBeside(same).otherPlaces.isEmpty) }
    }

    @Test func `A packet may lack the element around RDF, or have another one`() throws {
        let text = XMPPacket(["tiff:Make": "Canon"]).text
        let bare = text.replacing("<x:xmpmeta xmlns:x='adobe:ns:meta/'>", with: "").replacing("</x:xmpmeta>", with: "")
        #expect(try said(Array(bare.utf8)).make == "Canon")
        #expect(try said(Array(text.replacing("xmpmeta", with: "xapmeta").utf8)).make == "Canon")
    }

    @Test func `Values of more than 256 bytes are ignored`() throws {
        let long = String(repeating: "m", count: 257)
        #expect(try said(XMPPacket(["tiff:Make": long])).make == nil)
        #expect(try said(XMPPacket(elements: "<tiff:Make>\(long)</tiff:Make>")).make == nil)
        let longest = String(long.dropLast())
        #expect(try said(XMPPacket(["tiff:Make": longest])).make == longest)
        #expect(try said(XMPPacket(elements: "<tiff:Make>\(longest)</tiff:Make>")).make == longest)
    }
}
