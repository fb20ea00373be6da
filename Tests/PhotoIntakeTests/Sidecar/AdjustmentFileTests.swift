import PhotoModel
import Testing
import WorkphotosTestSupport

struct AdjustmentFileTests {
    private static let list = """
        <plist version="1.0"><dict><key>adjustmentFormatIdentifier</key><string>com.apple.photo</string></dict></plist>
        """
    private static let documentType = #"<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "x.dtd">"#
    private static let binary: [UInt8] =
        Array("bplist00".utf8) + Array("\u{5F}adjustmentFormatIdentifier".utf8) + [8, 9]
        + Array(repeating: 0, count: 6) + [1, 1] + [0, 0, 0, 0, 0, 0, 0, 2] + Array(repeating: 0, count: 8)
        + [0, 0, 0, 0, 0, 0, 0, 35]

    @Test(arguments: [
        list, "<?xml version='1.0'?>\n\(documentType)\n\(list)\n", "\u{FEFF}\(documentType)\(list)\r\n",
    ])
    func `A property list of an edit is recognized and has no facts`(text: String) throws {
        #expect(try content(Array(text.utf8), named: "IMG_1234.AAE") == .sidecar(.aae))
    }

    @Test func `So is a binary one`() throws {
        #expect(try content(Self.binary, named: "IMG_1234.aae") == .sidecar(.aae))
        #expect(try content(Self.binary.dropLast(), named: "IMG_1234.aae").problem == .corrupt)
        #expect(try content(Array(Self.binary.prefix(30)), named: "IMG_1234.aae").problem == .corrupt)
    }

    @Test func `A binary one shorter than its trailer is damaged`() throws {
        let short = Array("bplist00".utf8) + [0xFF] + Array("adjustmentFormatIer\n".utf8)
        #expect(try content(short, named: "IMG_1234.aae").problem == .corrupt)
    }

    @Test(arguments: [
        "", "edit", "<html>adjustment</html>", "<plist>adjustment", "<plist></plist>", String(list.dropLast()),
        "bplist00",
    ])
    func `Anything else is damaged`(text: String) throws {
        #expect(try content(Array(text.utf8), named: "IMG_1234.AAE").problem == .corrupt)
    }
}
