import Crypto
import Foundation
import PhotoModel
import PhotoReview
import SystemPackage
import Testing

struct ReviewPageTests {
    private let evil = "</script><!--<script>alert(1)</script> \"'&amp;"
    private let turning = "a\u{202E}gpj.exe\u{200B}\u{2028}"

    private func office(named name: String = "Office", kind: Fence.Kind = .work) throws -> Fence {
        let center = try #require(Coordinate(latitude: 52.52, longitude: 13.405))
        return Fence(name: name, kind: kind, shape: .circle(center: center, radius: 150))
    }

    @Test func `A row has the numbers and texts of its photo`() throws {
        var second = try photo("/home/anna/Pictures/b.jpg", at: nil, taken: nil, verdict: .unsure, fence: nil)
        second.held = "for the book"
        second.members.append(Photo.Member(path: "/home/anna/Pictures/b.dng", role: .raw, bytes: 5))
        second.uploads = ["nas", "cloud", "nas"].map {
            Photo.Upload(destination: $0, target: "b.jpg", receivedAt: 0, checkedAt: 0)
        }
        var both = rows([try photo()])
        both.add(second, isUploaded: true, fate: .stays("stays: held, too new"))
        let page = try ReviewedPage(both)
        // 2026-05-04T10:30.
        #expect(try page.numbers("taken", as: Int32.self) == [29_631_510, .min])
        #expect(try page.numbers("latitude", as: Int32.self) == [525_200_000, .min])
        #expect(try page.numbers("longitude", as: Int32.self) == [134_050_000, .min])
        #expect(try page.numbers("bytes", as: UInt32.self).map { Float(bitPattern: $0) } == [2_000, 2_000])
        #expect(try page.numbers("distance", as: UInt32.self).first.map { Float(bitPattern: $0) } == -81.25)
        // The leader's bit; unsure, held, uploaded, with a RAW.
        #expect(try page.numbers("flags", as: UInt16.self) == [1_024, 2 | 8 | 32 | 64 | 1_024])
        #expect(try page.texts("fence") == ["Office", ""])
        #expect(try page.texts("reason") == ["inside-fence", "outside-fences"])
        #expect(try page.texts("uploads") == ["", "nas, cloud"])
        #expect(try page.texts("fate") == ["", "stays: held, too new"])
        #expect(try page.texts("folder") == ["Pictures/2026", "Pictures"])
        #expect(try page.block("names") == "a.jpg\nb.jpg\n")
        #expect(try page.about["photos"] as? Int == 2)
    }

    @Test func `The names of many cameras have wider numbers`() throws {
        let photos = try (0..<300).map { number in
            var photo = try photo()
            photo.facts.model = "M\(number)"
            return photo
        }
        let page = try ReviewedPage(rows(photos))
        #expect(try page.numbers("camera", as: UInt16.self) == Array(1...300))
    }

    @Test func `No name begins markup, ends a block or turns the direction of writing`() throws {
        var evilPhoto = try photo(FilePath("/home/anna/Pictures/x").appending(evil.replacing("/", with: ":")))
        (evilPhoto.facts.make, evilPhoto.facts.model) = (evil, turning)
        evilPhoto.judgement?.fence = evil
        evilPhoto.uploads = [Photo.Upload(destination: evil, target: "a", receivedAt: 0, checkedAt: 0)]
        let turned = try photo(FilePath("/home/anna/Pictures").appending(turning), fence: turning)
        var evilRows = rows([evilPhoto, turned])
        evilRows.add(try photo(), isUploaded: false, fate: .stays(evil))
        let clean = try ReviewedPage(rows([try photo()]))
        let page = try ReviewedPage(evilRows, fences: [try office(named: evil)], title: evil)
        for sign in ["<script", "</script", "<!--", "<"] {
            #expect(
                page.text.components(separatedBy: sign).count == clean.text.components(separatedBy: sign).count,
                "\(sign)")
        }
        #expect(!page.text.unicodeScalars.contains { ["\u{202E}", "\u{200B}", "\u{2028}"].contains($0) })
        #expect(try page.texts("fence")[0] == evil)
        #expect(try page.texts("fence")[1].hasPrefix("a\\u{202E}gpj"))
        #expect((try page.about["fences"] as? [[String: Any]])?.first?["name"] as? String == evil)
        #expect(try page.about["title"] as? String == evil)
        let names = try #require(try page.block("names")).split(separator: "\n")
        #expect(names.count == 3)
        #expect(names[0] == evil.replacing("/", with: ":").replacing("<", with: "\\l"))
    }

    @Test func `The policy allows the style and the program of the page and nothing else`() throws {
        let page = try ReviewedPage(rows([try photo()]))
        func hash(_ text: String) -> String {
            "'sha256-\(Data(SHA256.hash(data: Data(text.utf8))).base64EncodedString())'"
        }
        let style = hash(try page.between("<style>", "</style>"))
        let program = hash(try page.between("<script>", "</script>"))
        let policy = try page.between("Content-Security-Policy\" content=\"", "\"")
        #expect(
            policy
                == "default-src 'none'; script-src \(program); style-src \(style); img-src data:; "
                + "base-uri 'none'; form-action 'none'")
        #expect(!page.text.contains("{{"))
        #expect(!page.text.contains(" style=") && !page.text.contains(" onclick="))
    }

    @Test func `A picture is a line with its row`() throws {
        let page = try ReviewedPage(rows([try photo()]), pictures: [(0, [0xFF, 0xD8, 0xFF]), (7, [1])])
        #expect(try page.block("pictures") == "0 /9j/\n7 AQ==\n")
    }

    @Test func `Fences are drawn by their corners`() throws {
        let page = try ReviewedPage(rows([try photo()]), fences: [try office()])
        let fence = try #require((try page.about["fences"] as? [[String: Any]])?.first)
        let rings = try #require(fence["rings"] as? [[String: [Double]]])
        #expect(rings.count == 1 && rings[0]["points"]?.count == 146)
        #expect(fence["kind"] as? String == "work")
    }

    @Test func `A page without places says nowhere where a photo was taken`() throws {
        let photos = [try photo(), try photo("/home/anna/Pictures/Oslo/b.jpg", verdict: .personal)]
        let fences = [try office()]
        let page = try ReviewedPage(rows(photos, showsPlaces: false), fences: fences)
        let whole = try ReviewedPage(rows(photos), fences: fences)
        let blocks = try ["taken", "bytes", "flags", "reason", "fence", "camera", "format", "uploads", "fate"]
            .flatMap { try page.column($0) }
        for number in [525_200_000, 134_050_000] as [Int32] {
            #expect(!Self.contains(blocks, (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }))
        }
        for text in ["52.5", "13.4", "34.5", "4.75", "81.2", "home/", "anna", "Oslo", "2026/", "points"] {
            let shown = try Self.data(page).contains(text)
            #expect(!shown, "\(text)")
        }
        for name in ["latitude", "longitude", "distance", "folder"] {
            #expect(try page.block(name) == nil)
            #expect(try whole.block(name) != nil)
        }
        #expect((try page.about["fences"] as? [Any])?.isEmpty == true)
        #expect(try Self.data(whole).contains("52.5"))
    }

    /// All text of a page that comes from photos and fences.
    private static func data(_ page: ReviewedPage) throws -> String {
        let start = try #require(page.text.range(of: "<script type=\"application/octet-stream\""))
        let end = try #require(page.text.range(of: "<script>"))
        let about = try page.about
        let rest = page.text[start.lowerBound..<end.lowerBound]
        return rest.split(separator: "\n").filter { !$0.hasPrefix("<") && !$0.hasPrefix("{") }.joined(separator: "\n")
            + "\(about)" + (try page.between("<title>", "</title>")) + (try page.between("<noscript>", "</noscript>"))
    }

    private static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        guard bytes.count >= part.count else { return false }
        return (0...bytes.count - part.count).contains { Array(bytes[$0..<$0 + part.count]) == part }
    }

    @Test func `The totals are named as by status`() throws {
        var some = rows([try photo(), try photo(verdict: .personal)])
        some.add(try photo(), isUploaded: true)
        some.add(try photo(), isUploaded: true, fate: .stays("held"))
        var inferred = try photo()
        inferred.isInferred = true
        for isUploaded in [false, true] { some.add(inferred, isUploaded: isUploaded, fate: .stays("inferred")) }
        inferred.isImported = true
        some.add(inferred, isUploaded: false, fate: .stays("imported"))
        let totals = try #require(try ReviewedPage(some).about["totals"] as? [[String: Any]])
        #expect(
            totals.map { "\($0["name"] ?? "") \($0["photos"] ?? "")" }
                == [
                    "work 6", "personal 1", "uploaded 3", "to upload 1", "inferred, not uploaded 1",
                    "imported, to be read first 1", "can be reclaimed 1",
                ])
        some.recount { _ in false }
        #expect(some.toUpload.photos == 1 && some.inferredNotUploaded.photos == 1)
        #expect(some.importedNotUploaded.photos == 1)
    }

    @Test func `A page of an act says what becomes of photos, also of those that are gone`() throws {
        var act = rows([])
        act.add(try photo(), isUploaded: false, fate: .goes("goes to nas: 2026/a.jpg"))
        act.add(try photo(), isUploaded: false, fate: .stays("stays: settling"))
        act.add(missing: "/home/anna/Pictures/Old/b.HEIC", bytes: 5, fate: .goes("was removed"))
        let page = try ReviewedPage(act, fates: ("would go", "would stay"))
        #expect(try page.texts("fate") == ["goes to nas: 2026/a.jpg", "stays: settling", "was removed"])
        #expect(try page.texts("format") == ["jpeg", "jpeg", "heic"])
        #expect(try page.texts("folder") == ["Pictures/2026", "Pictures/2026", "Pictures/Old"])
        #expect(try page.block("names") == "a.jpg\na.jpg\nb.HEIC\n")
        #expect(try page.numbers("flags", as: UInt16.self).map { $0 & 4_099 } == [4_096, 0, 4_099])
        let totals = try #require(try page.about["totals"] as? [[String: Any]])
        #expect(totals.compactMap { $0["name"] as? String } == ["work", "would go", "would stay"])
        #expect(totals.compactMap { $0["photos"] as? Int } == [2, 2, 1])
        for name in ["taken", "latitude", "longitude", "distance", "bytes"] {
            #expect(try page.column(name).count == 12)
        }
        for name in ["reason", "fence", "camera", "uploads"] { #expect(try page.texts(name).count == 3) }
        #expect(try page.about["fates"] as? [String] == ["would go", "would stay"])
    }
}
