import Foundation
import PhotoModel
import Testing

struct PhotoFormatTests {
    private static let manual = Result {
        let page = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../man/workphotos-json.5")
        return try String(contentsOf: page, encoding: .utf8)
    }

    @Test(arguments: PhotoFormat.allCases) func `The manual lists the format and its media type`(format: PhotoFormat)
        throws
    {
        let type = format.mimeType.replacing("-", with: "\\-")
        #expect(try Self.manual.get().contains(".It Ql \(format.rawValue)\n\(type):\n"))
    }

    @Test func `The manual lists no other format`() throws {
        let manual = try Self.manual.get()
        let start = try #require(manual.firstRange(of: ".Sh FORMATS")).upperBound
        let end = try #require(manual[start...].firstRange(of: ".El")).lowerBound
        #expect(manual[start..<end].split(separator: ".It Ql ").count - 1 == PhotoFormat.allCases.count)
        let kinds = Dictionary(grouping: PhotoFormat.allCases, by: \.kind).mapValues(\.count)
        #expect(kinds[.still] == 12 && kinds[.clip] == 10)
    }

    @Test func `No two formats have the same media type`() {
        #expect(Set(PhotoFormat.allCases.map(\.mimeType)).count == PhotoFormat.allCases.count)
    }
}
