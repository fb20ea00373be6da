import PhotoModel
import Testing

/// The files that editors and cameras put beside photos.
struct CompanionNamesTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// The photos that a companion belongs to.
    private func photos(of companion: String, among photos: String) -> [String] {
        let names = photos.split(separator: " ").map(String.init)
        let sidecars = SidecarNames(photos: names.map(bytes), sidecars: [bytes(companion)])
        return names.filter { !sidecars.sidecars(of: bytes($0)).isEmpty }
    }

    @Test(arguments: [
        ("A.NEF.pp3", "A.NEF A.JPG", ["A.NEF"]), ("a.nef.PP3", "A.NEF", ["A.NEF"]), ("A.pp3", "A.NEF", ["A.NEF"]),
        ("A.JPG.dop", "A.JPG", ["A.JPG"]), ("A.dop", "A.JPG", []), ("A.on1", "A.NEF A.JPG", ["A.NEF", "A.JPG"]),
        ("A.NEF.arp", "A.NEF", ["A.NEF"]), ("A.acr", "A.CR3", ["A.CR3"]), ("A.vrd", "A.CR2", ["A.CR2"]),
        ("A.WAV", "A.JPG A.MP4", ["A.JPG"]), ("B.WAV", "A.JPG", []), ("A.WAV", "A.JPG A.JPEG", []),
        ("A.pp3", "A.NEF A.CR2", []), ("A.LRV", "A.JPG", []), ("A.XML", "A.JPG", []),
        ("SND_1.WAV", "IMG_1.JPG", ["IMG_1.JPG"]),
        ("A.THM", "A.JPG A.AVI", ["A.AVI"]), ("A.THM", "A.CRW", ["A.CRW"]),
        ("GX010124.THM", "GX010124.MP4 GX020124.MP4", ["GX010124.MP4"]),
        ("GL010124.LRV", "GX010124.MP4 GX020124.MP4", ["GX010124.MP4"]),
        ("GS010001.LRV", "GS010001.360 GS020001.360", ["GS010001.360"]),
        ("GS010001.THM", "GS010001.360", ["GS010001.360"]),
        ("GL010124.LRV", "GH010124.MP4", ["GH010124.MP4"]), ("GOPR0001.LRV", "GOPR0001.MP4", ["GOPR0001.MP4"]),
        ("DJI_0005.LRF", "DJI_0005.MP4 DJI_0005.JPG", ["DJI_0005.MP4"]),
        ("DJI_0005.SRT", "DJI_0005.MP4", ["DJI_0005.MP4"]),
        ("C0001M01.XML", "C0001.MP4 C0002.MP4", ["C0001.MP4"]), ("C0001.XML", "C0001.MP4", ["C0001.MP4"]),
        (
            "LRV_20240101_120000_11_657.lrv", "VID_20240101_120000_00_657.insv VID_20240101_120001_00_658.insv",
            ["VID_20240101_120000_00_657.insv"]
        ),
        ("1.mts.modd", "1.mts", ["1.mts"]), ("A.moi", "A.MTS", ["A.MTS"]), ("A.MOI", "A.MOD A.JPG", ["A.MOD"]),
        ("A.JPG.out.pp3", "A.JPG A.NEF", ["A.JPG"]), ("A.JPG.ouch.pp3", "A.JPG", []),
        ("NKSC_PARAM/A.JPG.nksc", "A.JPG B.JPG", ["A.JPG"]), ("nksc_param/A.JPG.nksc", "A.JPG", ["A.JPG"]),
        ("A.JPG.nksc", "A.JPG", []), ("other/A.JPG.nksc", "A.JPG", []), ("NKSC_PARAM/A.JPG.pp3", "A.JPG", []),
        ("CaptureOne/Settings166/A.CR2.cos", "A.CR2", ["A.CR2"]), ("CaptureOne/A.CR2.cos", "A.CR2", []),
        ("CaptureOne/Cache/Thumbnails/A.CR2.cot", "A.CR2", ["A.CR2"]),
        ("CaptureOne/Cache/Previews/A.CR2.cof", "A.CR2", ["A.CR2"]),
        ("SILKYPIX_DS/A.RW2.8.spd", "A.RW2 A.JPG", ["A.RW2"]), ("SILKYPIX_DS/A.RW2.spd", "A.RW2", ["A.RW2"]),
        ("SILKYPIX_DS/A.RW2.x.spd", "A.RW2", []), ("A.RW2.8.spd", "A.RW2", []),
        ("Exposure Software/Exposure X7/A.JPG.exposurex7", "A.JPG", ["A.JPG"]),
        ("Alien Skin/Exposure X5/A.JPG.exposurex5", "A.JPG", ["A.JPG"]), ("A.JPG.exposurex7", "A.JPG", []),
        (".comments/A.JPG.xml", "A.JPG A.MP4", ["A.JPG"]), (".comments/A.xml", "A.JPG", []),
        ("A.MP4.xml", "A.MP4", []), ("A.ARW.rrdata", "A.ARW", ["A.ARW"]), ("A.phos", "A.3FR", ["A.3FR"]),
        ("A.JPG_original", "A.JPG A.NEF", ["A.JPG"]), ("a.mp4_ORIGINAL", "A.MP4", ["A.MP4"]),
        ("A.JPG.xmp_original", "A.JPG", ["A.JPG"]), ("A.xmp_original", "A.NEF", ["A.NEF"]), ("A_original", "A.JPG", []),
        // An XMP file of a companion is one too.
        ("A.THM.xmp", "A.AVI A.JPG", ["A.AVI"]), ("GL010124.LRV.XMP", "GX010124.MP4", ["GX010124.MP4"]),
        ("NKSC_PARAM/A.JPG.nksc.xmp", "A.JPG", ["A.JPG"]), ("B.THM.xmp", "A.AVI", []),
    ])
    func `A companion belongs to the photos that its name tells`(
        companion: String, photos: String, expected: [String]
    ) {
        #expect(self.photos(of: companion, among: photos) == expected)
    }

    @Test func `They are members of their photo's group, and orphans without one`() {
        let files = ["A.JPG", "NKSC_PARAM/A.JPG.nksc", "A.WAV", "B.WAV"].map { name in
            GroupingFile(name: bytes(name), kind: name == "A.JPG" ? .photo(.jpeg) : .sidecar(.companion))
        }
        #expect(
            Directory.groups(files) == ["A.JPG:still A.WAV:sidecar NKSC_PARAM/A.JPG.nksc:sidecar", "B.WAV"])
    }

    @Test func `An XMP file of a JPEG that has the name of a RAW stays with its neighbour`() {
        let files = ["A.JPG", "A.NEF", "A.xmp"].map { name in
            GroupingFile(name: bytes(name), kind: name == "A.xmp" ? .sidecar(.xmp) : .photo(.jpeg))
        }
        #expect(Directory.groups(files) == ["A.JPG:still A.NEF:still A.xmp:sidecar"], "of both, as of any two pictures")
    }

    @Test(arguments: [
        ("NKSC_PARAM", "" as String?), ("2024/trip/NKSC_PARAM", "2024/trip"), ("a/CaptureOne/Settings166", "a"),
        ("a/CaptureOne/Cache/Proxies", "a"), ("a/CaptureOne", nil), ("a", nil), ("", nil), ("a/XNKSC_PARAM", nil),
    ])
    func `A directory of companions leads to that of their photos`(path: String, home: String?) {
        #expect(CompanionNames.home(of: bytes(path)[...]).map { String(decoding: $0, as: UTF8.self) } == home)
    }

    @Test func `Only the files that a program keeps there belong elsewhere`() {
        func isElsewhere(_ name: String, _ directory: String) -> Bool {
            CompanionNames.isElsewhere(bytes(name).span, in: bytes(directory)[...])
        }
        #expect(isElsewhere("A.JPG.nksc", "a/NKSC_PARAM") && isElsewhere("A.JPG.nksc.xmp", "a/NKSC_PARAM"))
        #expect(!isElsewhere("A.JPG.pp3", "a/NKSC_PARAM"))
        #expect(!isElsewhere("A.JPG.nksc", "a"))
        #expect(CompanionNames.leads(bytes("CaptureOne")) && CompanionNames.leads(bytes("captureone/settings1")))
        #expect(!CompanionNames.leads(bytes("CaptureOne/Other")) && !CompanionNames.leads(bytes("photos")))
    }

    @Test func `Every ending is found, and no other that ends alike`() {
        for ending in CompanionNames.all {
            #expect(CompanionNames.isCompanion(bytes("a.\(ending)").span) == true, "\(ending)")
        }
        for name in ["aboriginal", "a.original", "a.underexposurex7", "_original", "pp3"] {
            #expect(CompanionNames.isCompanion(bytes(name).span) == false, "\(name)")
        }
    }
}
