import PhotoModel
import PhotoServices
import SystemPackage
import Testing

struct RcloneNamesTests {
    @Test(
        arguments: [
            ("a:b.jpg", "a_b.jpg"), ("what?.jpg", "what_.jpg"), ("end.", "end_"), ("end ", "end_"),
            (" begin", "_begin"),
            (".hidden", ".hidden"), ("line\nend.jpg", "line_end.jpg"), ("Büro/e\u{301}.jpg", "Büro/e\u{301}.jpg"),
            ("x:y/a|b.jpg", "x_y/a_b.jpg"), (" ", "_"), ("-rf", "-rf"), ("100%.jpg", "100%.jpg"),
            ("[b].jpg", "[b].jpg"),
        ])
    func `If a remote changes names, one of unchanged characters is made`(name: String, stored: String) {
        let names = RcloneNames(backends: ["onedrive"])
        #expect(names.storable(FilePath(name)).bytes == Array(stored.utf8))
        #expect(names.storable(FilePath(stored)).bytes == Array(stored.utf8), "once is enough")
        #expect(RcloneNames(backends: ["sftp"]).storable(FilePath(name)).bytes == Array(name.utf8))
    }

    @Test(arguments: [(["crypt"], 95), (["crypt", "chunker"], 63), (["chunker"], 200)])
    func `If names are encrypted, a long one is cut before its extension and its number`(
        wrappers: [String], longest: Int
    ) {
        let names = RcloneNames(backends: ["local"], wrappers: wrappers)
        let long = String(repeating: "ä", count: 96)
        for (name, end) in [("\(long).jpg", ".jpg"), ("\(long).heic", ".heic"), ("\(long) (12).jpg", " (12).jpg")] {
            let stored = names.storable(FilePath("a b/\(name)"))
            let stem = stored.lastComponent?.string.dropLast(end.hasSuffix("heic") ? 5 : 4) ?? ""
            #expect(stored.string.hasPrefix("a b/ä") && stored.string.hasSuffix(end), "\(stored)")
            #expect(stem.utf8.count <= longest && (longest == 200 || stem.utf8.count > longest - 2), "\(stored)")
            #expect(names.storable(stored) == stored, "once is enough")
        }
        #expect(names.storable("IMG_0001.jpg") == "IMG_0001.jpg")
    }

    @Test(arguments: ["local", "webdav"])
    func `A part of a character that is longer than a name is kept`(_ backend: String) {
        let names = RcloneNames(backends: [backend], wrappers: ["crypt"])
        let long = "e" + String(repeating: "\u{301}", count: 60)
        for end in ["", ".jpg", " (2).jpg"] {
            let stored = names.storable(FilePath("a/\(long)\(end)"))
            #expect(stored.bytes.starts(with: "a/e\u{301}".utf8), "\(stored)")
            #expect(stored.bytes.suffix(end.utf8.count).elementsEqual(end.utf8))
            #expect(stored.bytes.count <= "a/.jpg".utf8.count + 95)
        }
    }

    @Test(arguments: [["sftp"], ["onedrive"], ["local", "ftp"], []])
    func `A name that is not UTF-8 is converted everywhere`(backends: [String]) {
        let path = FilePath(bytes: [0x61, 0xFF, 0x2F, 0x62, 0xC3, 0x2E, 0x6A])
        #expect(RcloneNames(backends: backends).storable(path) == "a_/b_.j")
    }
}
