import PhotoModel
import SystemPackage
import Testing

struct AlbumFolderTests {
    @Test(arguments: [
        "Albums", "albums", "ALBUMS", "aLBUMs", "Album\u{17F}", "Al\u{AD}bums", "\u{200B}Albums\u{FEFF}",
        "\u{FF21}\u{FF4C}\u{FF42}\u{FF55}\u{FF4D}\u{FF53}",
    ])
    func `Every name that some destination takes for the folder's is one of it`(name: String) {
        #expect(AlbumFolder.isNamed(name))
        #expect(AlbumFolder.contains(FilePath(name)))
        #expect(AlbumFolder.contains(FilePath("\(name)/Site/a.jpg")))
    }

    @Test(arguments: ["", "Album", "_Albums", "Albums (2)", "Albums.jpg", "Albums\u{301}", "\u{C1}lbums", "Al bums"])
    func `Another name leads elsewhere`(name: String) {
        #expect(!AlbumFolder.isNamed(name))
        #expect(!AlbumFolder.contains(FilePath("\(name)/Site/a.jpg")))
    }

    @Test func `Only the first folder counts`() {
        #expect(!AlbumFolder.contains("Office/Albums/a.jpg"))
        #expect(!AlbumFolder.contains("Office/Albums"))
        #expect(!AlbumFolder.contains(FilePath(bytes: [0xFF, 0x2F, 0x61])))
    }
}
