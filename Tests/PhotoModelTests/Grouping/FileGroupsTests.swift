import PhotoModel
import Testing

struct FileGroupsTests {
    @Test(arguments: [
        ("IMG_1.CR2 IMG_1.JPG", ["IMG_1.JPG:still IMG_1.CR2:raw"]),
        ("img_1.dng IMG_1.HEIC", ["IMG_1.HEIC:still img_1.dng:raw"]),
        ("IMG_1.CR2", ["IMG_1.CR2:raw"]),
        ("IMG_1.CR2 IMG_1.DNG", ["IMG_1.CR2:raw", "IMG_1.DNG:raw"]),
        ("IMG_1.CR2 IMG_1.DNG IMG_1.JPG", ["IMG_1.CR2:raw", "IMG_1.DNG:raw", "IMG_1.JPG:still"]),
        ("IMG_1.CR2 IMG_1.HEIC IMG_1.JPG", ["IMG_1.CR2:raw", "IMG_1.HEIC:still", "IMG_1.JPG:still"]),
        ("IMG_1.HEIC IMG_1.JPG", ["IMG_1.HEIC:still", "IMG_1.JPG:still"]),
        ("IMG_1.MOV", ["IMG_1.MOV:clip"]),
        ("IMG_1.MOV IMG_1.HEIC", ["IMG_1.HEIC:still IMG_1.MOV:clip"]),
        ("IMG_1.CR2 IMG_2.JPG", ["IMG_1.CR2:raw", "IMG_2.JPG:still"]),
    ])
    func `A RAW joins the one still with its stem`(names: String, groups: [String]) {
        #expect(Directory.groups(names) == groups)
    }

    @Test(arguments: PhotoFormat.allCases.filter { $0.kind == .raw })
    func `Every RAW format joins its JPEG`(format: PhotoFormat) {
        let ending = format.rawValue.uppercased()
        #expect(
            Directory.groups("IMG_1.\(ending) IMG_1.JPG IMG_1.xmp")
                == ["IMG_1.JPG:still IMG_1.\(ending):raw IMG_1.xmp:sidecar"])
    }

    @Test(arguments: ["MOV", "mp4", "AVI", "mts", "mpg", "wmv", "MKV", "webm"])
    func `A sidecar with a stem belongs to the picture, not to the clip`(ending: String) {
        let names = ["IMG_1.\(ending)", "IMG_1.JPG", "IMG_1.xmp"]
        let files = names.map { Directory.file($0, id: $0.hasSuffix("xmp") ? nil : $0) }
        #expect(
            Set(Directory.groups(files) ?? []) == ["IMG_1.\(ending):clip", "IMG_1.JPG:still IMG_1.xmp:sidecar"])
    }

    @Test(arguments: [nil, "2026-05-01T10:00:02", "2019-08-17T12:00:00"])
    func `A RAW joins its still whatever its time: one clock may have been corrected`(time: String?) throws {
        let still = try Directory.file("DSC_1.JPG", taken: CaptureTime(parsing: "2026-05-01T10:00:00"), model: "D80")
        let raw = try Directory.file("DSC_1.NEF", taken: time.map { try CaptureTime(parsing: $0) }, model: "d80")
        #expect(Directory.groups([still, raw]) == ["DSC_1.JPG:still DSC_1.NEF:raw"])
    }

    @Test(arguments: [("D80", "D800", false), ("D80", nil, true), (nil, nil, true), ("D80", "D80", true)])
    func `A RAW of another camera shares only the name`(still: String?, raw: String?, isOne: Bool) {
        let files = [Directory.file("DSC_1.JPG", model: still), Directory.file("DSC_1.NEF", model: raw)]
        #expect(
            Directory.groups(files)
                == (isOne ? ["DSC_1.JPG:still DSC_1.NEF:raw"] : ["DSC_1.JPG:still", "DSC_1.NEF:raw"]))
    }

    @Test(arguments: ["IMG_7~2.jpg", "IMG_7_edited.jpg", "IMG_7-adjusted.jpg", "IMG_E7.jpg"])
    func `What another camera took is no edit, whatever its name`(name: String) {
        for (model, count) in [("5230", 2), ("EOS R5", 1), (nil, 1)] as [(String?, Int)] {
            let files = [Directory.file("IMG_7.jpg", model: "EOS R5"), Directory.file(name, model: model)]
            #expect(FileGroups(files).groups.count == count)
        }
    }

    @Test func `A companion puts no photos together`() {
        let memo = Directory.file("DSC_1.WAV")
        let two = [Directory.file("DSC_1.JPG", model: "D80"), Directory.file("DSC_1.NEF", model: "D90"), memo]
        #expect(FileGroups(two).groups.count == 2 && FileGroups(two).orphans.isEmpty)
        let one = [Directory.file("DSC_1.JPG", model: "D80"), Directory.file("DSC_1.NEF", model: "D80"), memo]
        #expect(FileGroups(one).groups.count == 1)
    }

    @Test(arguments: [
        ("IMG_1234.HEIC IMG_E1234.JPG", ["IMG_1234.HEIC:still IMG_E1234.JPG:edit"]),
        ("img_e1234.jpg IMG_1234.HEIC", ["IMG_1234.HEIC:still img_e1234.jpg:edit"]),
        ("IMG_1234.MOV IMG_E1234.MOV", ["IMG_1234.MOV:clip"].map { "IMG_E1234.MOV:edit " + $0 }),
        ("IMG_1234.HEIC IMG_E1234.MOV", ["IMG_1234.HEIC:still IMG_E1234.MOV:edit"]),
        ("IMG_E1234.JPG", ["IMG_E1234.JPG:still"]),
        (
            "IMG_1234.HEIC IMG_1234.JPG IMG_E1234.JPG",
            ["IMG_1234.HEIC", "IMG_1234.JPG", "IMG_E1234.JPG"].map { $0 + ":still" }
        ),
        ("IMG_1234.CR2 IMG_1234.JPG IMG_E1234.JPG", ["IMG_1234.JPG:still IMG_1234.CR2:raw IMG_E1234.JPG:edit"]),
        ("IMG_1234 IMG_EDIT.JPG IMG_DIT.JPG", ["IMG_1234:still", "IMG_DIT.JPG:still", "IMG_EDIT.JPG:still"]),
        ("A.jpg A-edited.jpg", ["A.jpg:still A-edited.jpg:edit"]),
        ("A.jpg A.png A-edited.png", ["A.jpg:still", "A.png:still A-edited.png:edit"]),
        ("A.heic A-EDITED.jpg", ["A.heic:still A-EDITED.jpg:edit"]),
        ("A(1).jpg A-edited(1).jpg A.jpg", ["A(1).jpg:still A-edited(1).jpg:edit", "A.jpg:still"]),
        ("A-edited.jpg", ["A-edited.jpg:still"]), ("-edited.jpg A.jpg", ["-edited.jpg:still", "A.jpg:still"]),
        (
            "IMG_1.JPG IMG_E1.JPG IMG_E1-edited.JPG", ["IMG_1.JPG:still IMG_E1-edited.JPG:edit IMG_E1.JPG:edit"]
        ),
        (
            "IMG_1.JPG IMG_E1.JPG IMG_E1.PNG IMG_E1-edited.HEIC",
            ["IMG_1.JPG:still IMG_E1-edited.HEIC:edit IMG_E1.JPG:edit IMG_E1.PNG:edit"]
        ),
    ])
    func `An edit joins its one original`(names: String, groups: [String]) {
        #expect(Directory.groups(names) == groups)
    }

    @Test(arguments: [
        "edited", "bearbeitet", "bewerkt", "modifi\u{E9}", "modifie\u{301}", "modificato", "editado", "editada",
        "editat",
        "edytowane", "redigeret", "redigert", "redigerad", "muokattu", "upraveno", "d\u{FC}zenlendi", "編集済み", "편집됨",
        "编辑", "已編輯", "отредактировано", "effects", "szerkesztve", "измененный", "수정됨",
    ])
    func `Google's word for an edit is known in the languages of its users`(word: String) {
        #expect(Directory.groups("A.jpg A-\(word).jpg") == ["A.jpg:still A-\(word).jpg:edit"])
        #expect(Directory.groups("A(1).jpg A-\(word)(1).jpg")?.count == 1)
        #expect(Directory.groups("A.jpg.json A-\(word).jpg A.jpg")?.count == 1)
        #expect(Directory.mayJoin(["A.jpg", "A-\(word).jpg"].map { Array($0.utf8) }))
        #expect(Directory.groups("B.jpg A-\(word).jpg")?.count == 2)
        #expect(Directory.groups("A.jpg A\(word).jpg")?.count == 2)
    }

    @Test(arguments: ["urejeno", "muudetud", "編輯", "ערוך", "modificat"])
    func `A word that no list of Google's words has makes no edit`(word: String) {
        #expect(Directory.groups("A.jpg A-\(word).jpg")?.count == 2)
    }

    @Test func `An edit of what Google made of a photo belongs to the photo, whether or not that is there`() {
        #expect(Directory.groups("A.jpg A-EFFECTS-edited.jpg") == ["A.jpg:still A-EFFECTS-edited.jpg:edit"])
        let all = "A.jpg A-EFFECTS.jpg A-EFFECTS-edited.jpg"
        #expect(Directory.groups(all) == ["A.jpg:still A-EFFECTS-edited.jpg:edit A-EFFECTS.jpg:edit"])
        #expect(Directory.mayJoin(["A.jpg", "A-EFFECTS-edited.jpg"].map { Array($0.utf8) }))
        #expect(Directory.groups("B.jpg A-EFFECTS-edited.jpg")?.count == 2)
    }

    @Test func `Spanish says it with two words`() {
        let files = ["IMG_1.jpg", "IMG_1-ha editado.jpg"].map { Directory.file($0) }
        #expect(Directory.groups(files) == ["IMG_1.jpg:still IMG_1-ha editado.jpg:edit"])
    }

    /// The names that makers and programs give the files of one shot.
    static let ofOneShot = [
        (
            "PXL_1.MP.jpg PXL_1.MP",
            "PXL_1.MP.jpg:still PXL_1.MP:clip"
        ),
        (
            "PXL_1.MP.jpg PXL_1.MP4",
            "PXL_1.MP.jpg:still PXL_1.MP4:clip"
        ),
        (
            "PXL_1.MP.jpg PXL_1.MP.mp4",
            "PXL_1.MP.jpg:still PXL_1.MP.mp4:clip"
        ),
        (
            "PXL_1.RAW-01.COVER.jpg PXL_1.RAW-02.ORIGINAL.dng",
            "PXL_1.RAW-01.COVER.jpg:still PXL_1.RAW-02.ORIGINAL.dng:raw"
        ),
        (
            "PXL_1.RAW-01.MP.COVER.jpg PXL_1.RAW-02.ORIGINAL.dng PXL_1.MP",
            "PXL_1.RAW-01.MP.COVER.jpg:still PXL_1.RAW-02.ORIGINAL.dng:raw PXL_1.MP:clip"
        ),
        (
            "PXL_1.PORTRAIT-01.COVER.jpg PXL_1.PORTRAIT-02.ORIGINAL.jpg",
            "PXL_1.PORTRAIT-02.ORIGINAL.jpg:still PXL_1.PORTRAIT-01.COVER.jpg:edit"
        ),
        (
            "PXL_1.LONG_EXPOSURE-01.COVER.jpg PXL_1.LONG_EXPOSURE-02.ORIGINAL.jpg",
            "PXL_1.LONG_EXPOSURE-02.ORIGINAL.jpg:still PXL_1.LONG_EXPOSURE-01.COVER.jpg:edit"
        ),
        (
            "PXL_1.MP.jpg PXL_1.MP-edited.jpg PXL_1.MP",
            "PXL_1.MP.jpg:still PXL_1.MP-edited.jpg:edit PXL_1.MP:clip"
        ),
        (
            "PXL_1.MP.jpg PXL_1.MP~2.jpg",
            "PXL_1.MP.jpg:still PXL_1.MP~2.jpg:edit"
        ),
        (
            "PXL_1.MP.jpg PXL_1.MP PXL_1.MP~2.jpg PXL_1.MP~2",
            "PXL_1.MP.jpg:still PXL_1.MP~2:edit PXL_1.MP~2.jpg:edit PXL_1.MP:clip"
        ),
        (
            "PXL_1.MP~2.jpg PXL_1.MP~2",
            "PXL_1.MP~2.jpg:still PXL_1.MP~2:clip"
        ),
        (
            "PXL_1.MP(1).jpg PXL_1(1).MP",
            "PXL_1.MP(1).jpg:still PXL_1(1).MP:clip"
        ),
        (
            "PXL_1.RAW-01.COVER(1).jpg PXL_1.RAW-02.ORIGINAL(1).dng",
            "PXL_1.RAW-01.COVER(1).jpg:still PXL_1.RAW-02.ORIGINAL(1).dng:raw"
        ),
        (
            "PXL_1.PORTRAIT-01.COVER(1).jpg PXL_1.PORTRAIT-02.ORIGINAL(1).jpg",
            "PXL_1.PORTRAIT-02.ORIGINAL(1).jpg:still PXL_1.PORTRAIT-01.COVER(1).jpg:edit"
        ),
        (
            "PXL_1.MP(1).jpg PXL_1.MP-edited(1).jpg PXL_1(1).MP",
            "PXL_1.MP(1).jpg:still PXL_1.MP-edited(1).jpg:edit PXL_1(1).MP:clip"
        ),
        (
            "PXL_1.jpg PXL_1~2.jpg",
            "PXL_1.jpg:still PXL_1~2.jpg:edit"
        ),
        (
            "00000PORTRAIT_00000_BURST20190421193028456.jpg 00100lPORTRAIT_00100_BURST20190421193028456_COVER.jpg",
            "00000PORTRAIT_00000_BURST20190421193028456.jpg:still "
                + "00100lPORTRAIT_00100_BURST20190421193028456_COVER.jpg:edit"
        ),
        ("IMG_1.HEIC IMG_1_edited.jpeg", "IMG_1.HEIC:still IMG_1_edited.jpeg:edit"),
        ("IMG_1.HEIC IMG_1_HEVC.MOV", "IMG_1.HEIC:still IMG_1_HEVC.MOV:clip"),
        ("IMG_1.JPG IMG_1_adjusted.JPG", "IMG_1.JPG:still IMG_1_adjusted.JPG:edit"),
        ("IMG_1.JPG IMG_1-adjusted.JPG", "IMG_1.JPG:still IMG_1-adjusted.JPG:edit"),
        ("IMG_1.HEIC IMG_E1.JPG IMG_1.MOV", "IMG_1.HEIC:still IMG_E1.JPG:edit IMG_1.MOV:clip"),
        ("20190101_120000.jpg 20190101_120000.mp4", "20190101_120000.jpg:still 20190101_120000.mp4:clip"),
        ("DSC01234.JPG DSC01234.ARW", "DSC01234.JPG:still DSC01234.ARW:raw"),
    ]

    @Test(arguments: ofOneShot)
    func `Each maker's names of one shot make a group`(names: String, group: String) {
        #expect(Directory.groups(names) == [group])
        let files = names.split(separator: " ").map { Array($0.utf8) }
        #expect(Directory.mayJoin(files))
        let families = NameFamilies(photos: files, sidecars: [])
        #expect(files.allSatisfy { Set(families.photos(with: $0)) == Set(files) })
    }

    @Test(arguments: [
        "00000IMG_00000_BURST20190421193028_COVER.jpg 00001IMG_00001_BURST20190421193028.jpg",
        "20190101_120000.jpg 20190101_120000_001.jpg 20190101_120000_002.jpg", "DSC01234.JPG DSC01235.JPG",
        "PXL_20230604_172812686.jpg PXL_20230604_172812687.jpg", "IMG_1.MP.jpg IMG_1.jpg",
        "PXL_20230604_172812686.MP.jpg PXL_20230604_172812999.MP", "PXL_1.MP(1).jpg PXL_1.MP",
        "PXL_1.MP.jpg PXL_1(1).MP",
        "PXL_1.MP(1).jpg PXL_1(2).MP",
    ])
    func `Each picture of a burst is a photo of its own`(names: String) {
        #expect(Directory.groups(names)?.count == names.split(separator: " ").count)
    }

    @Test(arguments: [
        ("IMG.CR2 IMG.JPG IMG.xmp", ["IMG.JPG:still IMG.CR2:raw IMG.xmp:sidecar"]),
        ("IMG.HEIC IMG.JPG IMG.XMP", ["IMG.HEIC:still IMG.JPG:still IMG.XMP:sidecar"]),
        ("IMG.HEIC IMG.JPG IMG.JPG.xmp", ["IMG.HEIC:still", "IMG.JPG:still IMG.JPG.xmp:sidecar"]),
        ("IMG.JPG IMG_2.xmp IMG.JPG.json B.aae", ["IMG.JPG:still IMG.JPG.json:sidecar", "B.aae", "IMG_2.xmp"]),
        ("a.jpg a.jpg.json a-edited.jpg", ["a.jpg:still a-edited.jpg:edit a.jpg.json:sidecar"]),
        ("a.json a.xmp a.aae", ["a.aae", "a.json", "a.xmp"]),
    ])
    func `Sidecars join their photos, and those without one are orphans`(names: String, groups: [String]) {
        #expect(Directory.groups(names) == groups)
    }

    @Test func `An empty directory has no groups`() {
        #expect(FileGroups([]).groups.isEmpty)
        #expect(FileGroups([]).orphans.isEmpty)
    }

    @Test(arguments: [
        ("a.jpg b.jpg", false), ("a.jpg A.MOV", true), ("a.jpg b.xmp", true), ("IMG_1.JPG IMG_E1.JPG", true),
        ("a.jpg a-edited.png", true), ("a.jpg a(1).jpg", false), ("", false),
    ])
    func `Names determine whether anything may belong together`(names: String, mayJoin: Bool) {
        #expect(Directory.mayJoin(names.split(separator: " ").map { Array($0.utf8) }) == mayJoin)
    }
}
