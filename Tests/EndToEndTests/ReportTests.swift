import Foundation
import SystemPackage
import Testing
import WorkphotosTestSupport

/// The page of the built program, into which its markup, style and program are embedded.
struct ReportTests {
    private let home: Home

    init() throws {
        home = try Home()
        try home.addSamples(400)
        try home.program.run("scan", home.library)
    }

    /// The page of all photos.
    private func page(_ arguments: String...) throws -> String {
        let line = ([#""$0" report --all --html "$1""#] + arguments).joined(separator: " ")
        let outcome = try home.program.shell(line, home.tree.path("report.html").string)
        #expect(outcome.exit == 0, "\(outcome.notes)")
        return String(decoding: try home.tree.read("report.html"), as: UTF8.self)
    }

    @Test func `A page of samples has their pictures and loads nothing`() throws {
        let page = try page("--thumbnails 20")
        #expect(page.contains("new Page(new Photos(new BlocksOfFile()))"))
        let pictures = page.split(separator: "\n").filter { $0.contains(" /9j/") }
        #expect(pictures.count == 20)
        for picture in pictures {
            let digits = try #require(picture.split(separator: " ").last)
            let jpeg = try #require(Data(base64Encoded: String(digits)))
            #expect(jpeg.suffix(2) == Data([0xFF, 0xD9]))
        }
        for tag in ["<img", "<link", "<iframe", "<script src"] { #expect(!page.contains(tag)) }
        #expect(try home.tree.permissions("report.html") == .ownerReadWrite)
    }

    @Test func `A page without positions has none in its text and in its data`() throws {
        let whole = try page("--thumbnails 0")
        let bare = try page("--thumbnails 0 --no-positions")
        let photos = try home.program.run("list", "--json").lines.filter { $0["latitude"] is Double }
        #expect(photos.count > 100)
        let (data, wholeData) = (blocks(of: bare), blocks(of: whole))
        for photo in photos {
            for name in ["latitude", "longitude"] {
                let degrees = try #require(photo[name] as? Double)
                let units = Self.bytes(Int32((degrees * 1e7).rounded()))
                #expect(wholeData.range(of: units) != nil)
                #expect(data.range(of: units) == nil)
                #expect(degrees.description.count < 8 || !bare.contains(degrees.description))
            }
        }
        #expect(!bare.contains(home.tree.path.string) && whole.contains("photos"))
    }

    private static func bytes(_ number: Int32) -> Data {
        Data((0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
    }

    /// The bytes of all columns.
    private func blocks(of page: String) -> Data {
        let columns = page.split(separator: "\n").filter { !$0.contains(" ") && $0.count > 40 }
        return columns.compactMap { Data(base64Encoded: String($0.split(separator: "<")[0])) }.reduce(Data(), +)
    }
}
