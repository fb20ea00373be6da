import PhotoModel
import Testing

struct SidecarNamesTests {
    /// The sidecars of each photo, `PHOTO < SIDECAR, SIDECAR`, the same in every order.
    private func found(_ photos: [String], _ sidecars: [String]) -> [String] {
        let bytes = { (names: [String]) in names.map { Array($0.utf8) } }
        let forth = SidecarNames(photos: bytes(photos), sidecars: bytes(sidecars))
        let back = SidecarNames(photos: bytes(photos).reversed(), sidecars: bytes(sidecars).reversed())
        return photos.compactMap { photo in
            let names = forth.sidecars(of: Array(photo.utf8))
            guard names == back.sidecars(of: Array(photo.utf8)) else { return "\(photo) depends on the order" }
            let text = names.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", ")
            return names.isEmpty ? nil : "\(photo) < \(text)"
        }
    }

    @Test(arguments: [
        (["IMG.jpg"], ["IMG.jpg.xmp", "IMG.xmp"], ["IMG.jpg < IMG.jpg.xmp, IMG.xmp"]),
        (["IMG.jpg"], ["img.JPG.XMP"], ["IMG.jpg < img.JPG.XMP"]),
        (["IMG.CR2", "IMG.JPG", "B.JPG"], ["IMG.xmp"], ["IMG.CR2 < IMG.xmp"]),
        (["IMG.HEIC", "IMG.JPG"], ["IMG.xmp"], ["IMG.HEIC < IMG.xmp", "IMG.JPG < IMG.xmp"]),
        (["IMG.CR2", "IMG.JPG"], ["IMG.CR2.xmp"], ["IMG.CR2 < IMG.CR2.xmp"]),
        (["IMG.jpg"], ["IMG.png.xmp", "IM.xmp", "IMG.xmp.bak", ".xmp", "xmp"], []),
        (["A.HEIC", "A.MOV"], ["A.xmp", "A.AAE"], ["A.HEIC < A.xmp, A.AAE"]), (["A.MOV"], ["A.xmp"], ["A.MOV < A.xmp"]),
        // If names differ only in case, exact names match.
        (["a.jpg", "A.jpg"], ["a.jpg.xmp"], ["a.jpg < a.jpg.xmp"]),
        (["a.jpg", "A.jpg"], ["a.JPG.xmp"], []),
        (["a.jpg", "A.jpg"], ["a.xmp"], ["a.jpg < a.xmp", "A.jpg < a.xmp"]),
        (["a.jpg", "A.jpg"], ["a.xmp", "A.xmp"], ["a.jpg < a.xmp", "A.jpg < A.xmp"]),
        // Files whose names differ only in case are all the photo's.
        (["f.jpg"], ["F.xmp", "F.XMP"], ["f.jpg < F.XMP, F.xmp"]),
        (["f.jpg"], ["f.JPG.xmp", "F.jpg.xmp"], ["f.jpg < F.jpg.xmp, f.JPG.xmp"]),
        (["f.jpg"], ["f.xmp", "F.xmp"], ["f.jpg < F.xmp, f.xmp"]),
        (["f.jpg", "F.jpg"], ["f.JPG.xmp", "F.JPG.xmp"], []),
        // darktable's versions.
        (["a.CR2"], ["a.CR2.xmp", "a_01.CR2.xmp"], ["a.CR2 < a.CR2.xmp, a_01.CR2.xmp"]),
        (["a.CR2"], ["a_01.CR2.xmp"], ["a.CR2 < a_01.CR2.xmp"]),
        (["a.jpg"], ["a_01.jpg.xmp", "a.xmp"], ["a.jpg < a.xmp, a_01.jpg.xmp"]),
        (["a.CR2"], ["a.CR2.xmp", "a_1.CR2.xmp"], ["a.CR2 < a.CR2.xmp"]),
        (
            ["a.CR2", "a_01.CR2"], ["a.CR2.xmp", "a_01.CR2.xmp"],
            ["a.CR2 < a.CR2.xmp", "a_01.CR2 < a_01.CR2.xmp"]
        ),
        (["photo"], ["photo.xmp"], ["photo < photo.xmp"]),
    ])
    func `XMP is named after a photo or a stem`(photos: [String], sidecars: [String], expected: [String]) {
        #expect(found(photos, sidecars) == expected)
    }

    @Test func `A stem's XMP file that is a RAW's, or a picture's and no clip's, is also a neighbour's of the others`()
    {
        let photos = ["A.NEF", "A.JPG", "A.MOV", "B.JPG", "C.jpg", "c.mov"].map { Array($0.utf8) }
        let sidecars = ["A.xmp", "A.NEF.xmp", "B.xmp", "C.xmp"].map { Array($0.utf8) }
        let names = SidecarNames(photos: photos, sidecars: sidecars)
        let found = photos.map { photo in
            names.neighbours(of: photo, besides: names.sidecars(of: photo)).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(found == [[], ["A.xmp"], ["A.xmp"], [], [], ["C.xmp"]])
    }

    @Test func `Whose the stem's XMP is is told by what the files hold where that is known`() {
        let photos = ["A.NEF", "A.JPG", "B.CR2", "B.DNG"].map { Array($0.utf8) }
        let sidecars = ["A.xmp", "A.NEF.xmp", "A.JPG.json", "B.xmp"].map { Array($0.utf8) }
        let names = SidecarNames(photos: photos, sidecars: sidecars)
        func found(_ photo: String, raws: [String: Bool] = [:]) -> [String] {
            names.sidecars(of: Array(photo.utf8)) { raws[String(decoding: $0, as: UTF8.self)] }
                .map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(found("A.NEF") == ["A.NEF.xmp", "A.xmp"] && found("A.JPG") == ["A.JPG.json"])
        #expect(found("A.JPG", raws: ["A.NEF": false, "A.JPG": false]) == ["A.xmp", "A.JPG.json"])
        #expect(found("A.NEF", raws: ["A.NEF": false, "A.JPG": true]) == ["A.NEF.xmp"])
        #expect(found("B.DNG") == ["B.xmp"] && found("B.DNG", raws: ["B.DNG": false]) == [])
        #expect(found("B.CR2", raws: ["B.DNG": false]) == ["B.xmp"])
    }

    @Test(arguments: [
        (["IMG_1.HEIC", "IMG_1.MOV"], ["IMG_1.AAE"], ["IMG_1.HEIC < IMG_1.AAE"]),
        (["IMG_1.HEIC"], ["IMG_O1.aae", "IMG_1.AAE"], ["IMG_1.HEIC < IMG_1.AAE, IMG_O1.aae"]),
        (["IMG_1.HEIC", "IMG_E1.JPG"], ["IMG_1.AAE"], ["IMG_1.HEIC < IMG_1.AAE"]),
        (["IMG_E1.JPG", "IMG_1 copy.JPG"], ["IMG_1.AAE"], ["IMG_E1.JPG < IMG_1.AAE"]),
        (["IMG_E1.JPG"], ["IMG_O1.AAE"], ["IMG_E1.JPG < IMG_O1.AAE"]),
        (["IMG_1.JPG"], ["IMG_OLD.AAE", "IMG_2.AAE", "IMG_O.AAE"], []),
    ])
    func `Apple's edits are named after a stem`(photos: [String], sidecars: [String], expected: [String]) {
        #expect(found(photos, sidecars) == expected)
    }

    @Test func `XMP takes precedence over Takeout, and the photo's name over the stem's`() {
        let sidecars = ["a.aae", "a.json", "a.jpg.supplemental-metadata.json", "a.jpg.json", "a.xmp", "a.jpg.xmp"]
        #expect(
            found(["a.jpg"], sidecars) == [
                "a.jpg < a.jpg.xmp, a.xmp, a.jpg.json, a.jpg.supplemental-metadata.json, a.json, a.aae"
            ])
    }

    @Test(arguments: [
        ("a.xmp", true), ("a.XMP", true), ("a.Json", true), ("a.jpg.aae", true), (".xmp", false), ("xmp", false),
        ("a.jpg", false), ("a.xml", true), ("a.jpg.PP3", true), (".pp3", false), ("a.mp", false), ("", false),
        ("a.xmp ", false), ("ajson", false),
    ])
    func `Sidecars are recognized by their extensions`(name: String, isSidecar: Bool) {
        #expect(SidecarNames.isSidecar(Array(name.utf8).span) == isSidecar)
    }
}
