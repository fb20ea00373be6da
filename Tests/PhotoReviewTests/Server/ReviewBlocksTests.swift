import Foundation
import PhotoModel
import PhotoReview
import SystemPackage
import Testing

struct ReviewBlocksTests {
    private let ground = ReviewPage.Ground(land: [1, 2], lakes: [10, 13, 0], borders: [])

    /// The blocks of a page, in order.
    private func blocks(_ rows: ReviewRows, ground: ReviewPage.Ground? = nil) async throws -> [(String, [UInt8])] {
        let page = ReviewPage(
            subject: ReviewPage.Subject(title: "Photos", sentence: "", banner: "", made: ""), rows: rows, fences: [],
            reasons: [:], ground: ground)
        let state = ReviewState(
            moment: 41, settles: [.outsideFences: "draw a fence"], undo: nil, fenceEdits: true, staged: 3)
        var bytes: [UInt8] = []
        try await page.send(state) { bytes += $0 }
        var (blocks, rest): ([(String, [UInt8])], ArraySlice<UInt8>) = ([], bytes[...])
        while let end = rest.firstIndex(of: 0x0A) {
            let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
            try #require(words.count == 2)
            let count = try #require(Int(words[1]))
            rest = rest[(end + 1)...]
            try #require(rest.count >= count)
            blocks.append((String(words[0]), Array(rest.prefix(count))))
            rest = rest.dropFirst(count)
        }
        #expect(rest.isEmpty)
        return blocks
    }

    private func stamped() throws -> ReviewRows {
        var stamped = ReviewRows(showsPlaces: true, roots: ["/home/anna/Pictures"])
        stamped.add(try photo(), isUploaded: true, stamp: 0xFF00_0001)
        stamped.add(try photo("/home/anna/Pictures/<b>\n.jpg"), isUploaded: false, fate: .stays("held"), stamp: 2)
        return stamped
    }

    @Test func `The blocks are those of the report's file, with a stamp for each photo`() async throws {
        let rows = try stamped()
        let blocks = try await blocks(rows, ground: ground)
        let file = try ReviewedPage(rows)
        #expect(
            blocks.map(\.0) == [
                "about", "taken", "bytes", "flags", "latitude", "longitude", "distance", "reason", "fence", "camera",
                "format", "uploads", "fate", "folder", "stamp", "land", "lakes", "borders", "names",
            ])
        for (name, bytes) in blocks where !["about", "stamp", "land", "lakes", "borders", "names"].contains(name) {
            #expect(try bytes == file.column(name), "\(name)")
        }
        let named = Dictionary(uniqueKeysWithValues: blocks)
        #expect(named["stamp"] == [1, 0, 0, 0xFF, 2, 0, 0, 0])
        #expect(named["land"] == [1, 2] && named["lakes"] == [10, 13, 0] && named["borders"] == [])
        #expect(try named["names"].map { String(decoding: $0, as: UTF8.self) } == file.block("names"))
    }

    @Test func `What can be done stands beside what the photos are`() async throws {
        let about = try #require(try await blocks(stamped()).first { $0.0 == "about" }?.1)
        let json = try #require(try JSONSerialization.jsonObject(with: Data(about)) as? [String: Any])
        #expect(json["photos"] as? Int == 2 && json["moment"] as? Int == 41 && json["review"] as? Bool == true)
        #expect(json["settles"] as? [String: String] == ["outside-fences": "draw a fence"])
        #expect(json["undo"] is NSNull && json["fenceEdits"] as? Bool == true && json["staged"] as? Int == 3)
        // A file says nothing of it.
        let file = try ReviewedPage(stamped())
        #expect(try file.about["moment"] == nil && file.about["review"] == nil && file.block("stamp") == nil)
    }

    @Test func `Photos without places are sent without`() async throws {
        var hidden = ReviewRows(showsPlaces: false, roots: ["/home/anna/Pictures"])
        hidden.add(try photo(), isUploaded: false, stamp: 1)
        let names = try await blocks(hidden, ground: ground).map(\.0)
        #expect(
            Set(names).isDisjoint(with: ["latitude", "longitude", "distance", "folder", "land", "lakes", "borders"]))
    }
}
