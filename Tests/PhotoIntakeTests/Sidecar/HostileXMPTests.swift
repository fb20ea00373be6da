import PhotoModel
import SampleLibrary
import Testing
import WorkphotosTestSupport

struct HostileXMPTests {
    private let limit = 2_097_152
    private let position = XMPPacket.position("1,2N", "3,4E")

    private func problem(_ text: some StringProtocol) throws -> Finding.Kind? {
        try content(Array(text.utf8), named: "photo.xmp").problem
    }

    /// A packet of nearly 2 MiB that contains `unit` of each number.
    private func filled(attributes: Bool = false, _ unit: (Int) -> String) -> XMPPacket {
        var (text, number) = ("", 0)
        while text.utf8.count < limit - 2_000 {
            text += unit(number)
            number += 1
        }
        var packet = XMPPacket()
        packet.elements = attributes ? "<xmp:Label \(text)/>" : text
        return packet
    }

    @Test(arguments: [
        "<!DOCTYPE x>", "<!DOCTYPE x SYSTEM 'http://example.com/x.dtd'>",
        "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>", "<!DOCTYPE x [<!ENTITY % p SYSTEM 'p'> %p;]>",
        "<!DOCTYPE x [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;&a;'>]>",
        "<!DOCTYPE x [<!ATTLIST rdf:Description exif:GPSLatitude CDATA '1,2N'>]>",
    ])
    func `A document type is refused in every form and encoding`(declaration: String) throws {
        var packet = position
        packet.elements = "<tiff:Make>&e;&b;</tiff:Make>"
        packet.beginning = declaration
        #expect(try problem(packet.text) == .corrupt)
        let wide = packet.text.utf16.flatMap { unit in [UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit)] }
        #expect(try content([0xFE, 0xFF] + wide, named: "photo.xmp").problem == .corrupt)
        #expect(try facts(JPEGFile([JPEGSegment.xmp(packet.bytes)])).position == .invalid(.malformed))
    }

    @Test func `An undeclared entity is damage`() throws {
        #expect(try problem(XMPPacket(elements: "<tiff:Make>&e;</tiff:Make>").text) == .corrupt)
    }

    @Test func `Elements nest 64 deep and no deeper`() throws {
        func nested(_ levels: Int) -> XMPPacket {
            let around = levels - 3
            var packet = position
            packet.elements = String(repeating: "<a>", count: around) + String(repeating: "</a>", count: around)
            return packet
        }
        #expect(try said(nested(64)).position.coordinate != nil)
        #expect(try problem(nested(65).text) == .tooLarge)
        #expect(try problem(String(repeating: "<a>", count: 40_000)) == .tooLarge)
        #expect(try facts(JPEGFile([JPEGSegment.xmp(nested(65).bytes)])).position == .invalid(.malformed))
    }

    @Test func `A packet is read up to 2 MiB and no further`() throws {
        var packet = position
        packet.end = ""
        packet.end = String(repeating: " ", count: limit - packet.bytes.count)
        #expect(packet.bytes.count == limit)
        #expect(try said(packet).position.coordinate != nil)
        packet.end += " "
        #expect(try problem(packet.text) == .tooLarge)
    }

    @Test func `Hundreds of thousands of attributes are too many`() throws {
        #expect(try problem(filled(attributes: true) { "a\($0)='' " }.text) == .tooLarge)
    }

    @Test func `Tens of thousands of namespaces are too many`() throws {
        #expect(try problem(filled(attributes: true) { "xmlns:a\($0)='n' " }.text) == .tooLarge)
    }

    @Test func `A namespace of a megabyte is not copied for each attribute`() throws {
        let namespace = String(repeating: "n", count: 1_000_000)
        let attributes = (0..<10_000).map { "n:a\($0)='' " }.joined()
        let packet = XMPPacket(elements: "<xmp:Label xmlns:n='\(namespace)' \(attributes)/>")
        #expect(try problem(packet.text) == .tooLarge)
    }

    @Test func `Hundreds of thousands of elements are too many`() throws {
        #expect(try problem(filled { _ in "<a/>" }.text) == .tooLarge)
    }

    @Test func `A value of two megabytes is ignored`() throws {
        var packet = filled { _ in "\nxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" }
        packet.elements = "<tiff:Make>\(packet.elements)</tiff:Make><tiff:Model>EOS</tiff:Model>"
        let said = try said(packet)
        #expect(said.make == nil)
        #expect(said.model == "EOS")
    }

    @Test func `A file that is cut anywhere is damaged`() throws {
        let whole = position.text
        let root = try #require(whole.firstRange(of: "</x:xmpmeta>")).upperBound
        for count in stride(from: 0, to: whole[..<root].utf8.count, by: 13) {
            #expect(try problem(whole.prefix(count)) == .corrupt)
        }
        #expect(try problem(whole[..<root]) == nil)
    }

    @Test(arguments: ["\0", "\u{1}", "<", "&", "</a>", "<a b=1/>", "<n:a/>", "<a a='' a=''/>", "]]>", "<!-- -- -->"])
    func `Invalid XML is damage`(text: String) throws {
        #expect(try problem(XMPPacket(elements: text).text) == .corrupt)
    }

    @Test(arguments: ["", "\0", "\0\0\0\0", "<", "<a/>", "<html><body/></html>", "photo", "\u{FEFF}"])
    func `A file that is not XMP is ignored`(text: String) throws {
        #expect(try problem(text) == .corrupt)
    }
}
