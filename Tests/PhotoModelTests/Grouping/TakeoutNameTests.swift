import PhotoModel
import Testing

struct TakeoutNameTests {
    /// The photos that a Takeout file belongs to.
    private func photos(of json: String, among photos: [String], with others: [String] = []) -> [String] {
        let names = SidecarNames(
            photos: photos.map { Array($0.utf8) }, sidecars: ([json] + others).map { Array($0.utf8) })
        return photos.filter { names.sidecars(of: Array($0.utf8)).contains(Array(json.utf8)) }
    }

    @Test(arguments: [
        ("IMG_0001.jpg.json", "IMG_0001.jpg"), ("IMG_0001.jpg.supplemental-metadata.json", "IMG_0001.jpg"),
        ("IMG_0001.JPG.JSON", "IMG_0001.jpg"),
        ("Screenshot_2017-07-05-10-05-26.png.supplementa.json", "Screenshot_2017-07-05-10-05-26.png"),
        ("D7157814-D2D5-4A62-AFCE-9CF465CB7D66.jpeg.supp.json", "D7157814-D2D5-4A62-AFCE-9CF465CB7D66.jpeg"),
        ("IMG_0001.jpg.s.json", "IMG_0001.jpg"), ("IMG_0001.jpg..json", "IMG_0001.jpg"),
        ("IMG_0002.jpg(1).json", "IMG_0002(1).jpg"), ("IMG_0002.jpg.supplemental-metadata(1).json", "IMG_0002(1).jpg"),
        ("IMG_0002.jpg.supp(12).json", "IMG_0002(12).jpg"), ("IMG_0002(1).jpg.json", "IMG_0002(1).jpg"),
        ("PXL_20231118_035751175.MP.jpg.json", "PXL_20231118_035751175.MP.jpg"),
        ("PXL_20210102_221126856.MP~2.jpg.json", "PXL_20210102_221126856.MP~2.jpg"),
        ("20030616.json", "20030616.jpg"), ("20030616.supplemental-metadata.json", "20030616.jpg"),
        ("20030616(2).json", "20030616(2).jpg"), ("20030616.supplemental-metadata(2).json", "20030616(2).jpg"),
    ])
    func `A file is named after the photo's title`(json: String, photo: String) {
        #expect(photos(of: json, among: ["other.jpg", photo]) == [photo])
    }

    @Test(arguments: [
        (
            "A very long file name that Takeout cuts down t.json",
            "A very long file name that Takeout cuts down to forty six.jpg"
        ),
        ("05yqt21kruxwwlhhgrwrdyb6chhwszi9bqmzu16w0 2.jp.json", "05yqt21kruxwwlhhgrwrdyb6chhwszi9bqmzu16w0 2.jpg"),
        ("original_1d4caa6f-16c6-4c3d-901b-9387de10e528_.json", "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_P.jpg"),
        // In UTF-16: 44 units, and two for the emoji; a surrogate pair is not divided.
        ("äöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäö😀.json", "äöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäö😀.jpg"),
        ("äöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöü.json", "äöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöü😀.jpg"),
        (
            "13039_327707840323_537645323_9470255_27214_n.j(1).json",
            "13039_327707840323_537645323_9470255_27214_n(1).jpg"
        ),
    ])
    func `A long name is cut to 46 units`(json: String, photo: String) {
        #expect(photos(of: json, among: ["other.jpg", photo]) == [photo])
        #expect(photos(of: String(json.dropFirst()), among: [photo]) == [])
        #expect(photos(of: "x" + json, among: [photo]) == [])
    }

    @Test func `A counter follows the cut, and a cut name that fits two photos belongs to neither`() {
        let names = ["_m.jpg", "_m(1).jpg", "_m(494).jpg"].map { "Backyard_party_photography_of_a_long_day_xxxxx" + $0 }
        for (cut, photo) in zip(["_.json", "_(1).json", "_(494).json"], names) {
            let json = "Backyard_party_photography_of_a_long_day_xxxxx" + cut
            #expect(photos(of: json, among: names) == [], "one unit too long")
            let fitting = names.map { String($0.dropFirst()) }
            #expect(photos(of: String(json.dropFirst()), among: fitting) == [String(photo.dropFirst())])
        }
        let long = String(repeating: "a", count: 46)
        #expect(photos(of: long + ".json", among: [long + "b.jpg", long + "c.jpg"]) == [])
        #expect(photos(of: long + ".json", among: [long + "b.jpg", "a" + long + "b.jpg"]) == [])
        #expect(photos(of: long + ".json", among: [long + "b.jpg", "c.jpg"]) == [long + "b.jpg"])
    }

    @Test(arguments: [
        ("a.jpg.json", ["a.jpg", "a-edited.jpg"], ["a.jpg", "a-edited.jpg"]),
        ("a.jpg.json", ["a-edited.jpg"], ["a-edited.jpg"]), ("a.HEIC.json", ["a-edited.jpg"], ["a-edited.jpg"]),
        ("a.HEIC.json", ["a.HEIC", "a-edited.jpg"], ["a.HEIC", "a-edited.jpg"]),
        ("a.png.json", ["a.jpg", "a.png", "a-edited.jpg"], ["a.png"]),
        ("a.jpg(1).json", ["a(1).jpg", "a-edited(1).jpg", "a-edited.jpg"], ["a(1).jpg", "a-edited(1).jpg"]),
        ("a.jpg(1).json", ["a-edited(1).jpg", "a.jpg"], ["a-edited(1).jpg"]),
        ("a.jpg.supplemental-metadata.json", ["a-edited.jpg"], ["a-edited.jpg"]),
        ("IMG_1.HEIC.json", ["IMG_1.HEIC", "IMG_1.MOV"], ["IMG_1.HEIC"]),
    ])
    func `An original's file also belongs to Google's edits`(json: String, among: [String], expected: [String]) {
        #expect(photos(of: json, among: among) == expected)
    }

    @Test func `An edit with its own file has no other`() {
        #expect(photos(of: "a.jpg.json", among: ["a.jpg", "a-edited.jpg"], with: ["a-edited.jpg.json"]) == ["a.jpg"])
    }

    @Test(arguments: [
        ("metadata.json", ["a.jpg"]), ("a.json", ["a.jpg", "a.mov"]), ("a.jpg(1).json", ["a.jpg", "a(2).jpg"]),
        ("a.jpg.json", ["a(1).jpg", "a.jpg.png.jpg"]), ("a.jpg.supplemental-metadat4.json", ["a.jpg"]),
        ("a.jpg.supplemental-metadata-x.json", ["a.jpg"]), ("(1).json", ["a.jpg"]), (".json", ["a.jpg"]),
        ("a.jpg().json", ["a().jpg"]), ("a.jpg(x).json", ["a(x).jpg"]),
    ])
    func `Other names belong to nothing`(json: String, among: [String]) {
        #expect(photos(of: json, among: among) == [])
    }

    @Test func `Two readings of a counter that contradict each other do not count`() {
        for json in ["a(1).jpg.json", "a.jpg(1).json"] {
            let both = ["a(1).jpg.json", "a.jpg(1).json"].filter { $0 != json }
            #expect(photos(of: json, among: ["a.jpg", "a(1).jpg"], with: both) == [])
        }
    }
}
