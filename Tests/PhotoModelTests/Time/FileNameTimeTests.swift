import PhotoModel
import Testing

struct FileNameTimeTests {
    private func read(_ name: String) -> CaptureTime? {
        FileNameTime.captureTime(of: Array(name.utf8).span)
    }

    @Test(arguments: [
        "IMG_20260501_100203.jpg", "img_20260501_100203", "VID_20260501_100203.mp4", "IMG_20260501_100203_1.jpg",
        "IMG_20260501_100203~2.jpg", "IMG_20260501_100203(1).jpg", "IMG_20260501_100203-edited.jpg",
        "IMG_20260501_100203_HDR.jpg", "MVIMG_20260501_100203.jpg", "PANO_20260501_100203.jpg",
        "Screenshot_20260501-100203.png", "Screenshot_20260501_100203_Edge.jpg", "Screenshot_2026-05-01-10-02-03.png",
        "Screenshot_2026-05-01-10-02-03-123_com.app.jpg", "Screenshot 2026-05-01 at 10.02.03.png",
        "Screenshot 2026-05-01 at 10.02.03 (2).png", "Screenshot 2026-05-01 at 10.02.03 AM.png",
        "Screen Shot 2026-05-01 at 10.02.03\u{202F}AM.png", "Screen Recording 2026-05-01 at 10.02.03.mov",
        "20260501_100203.jpg", "20260501_100203_001.jpg", "signal-2026-05-01-100203.jpeg",
        "signal-2026-05-01-100203_002.jpeg", "signal-2026-05-01-10-02-03-456.jpg", "2026-05-01 10.02.03.jpg",
        "2026-05-01 10.02.03-1.jpg",
    ])
    func `A name contains wall time`(name: String) throws {
        let time = try #require(read(name))
        #expect(time.wall.text == "2026-05-01T10:02:03")
        #expect(time.offset == nil)
        #expect(time.source == .filename)
        #expect(!time.isDateOnly)
    }

    @Test(arguments: [
        ("PXL_20260501_080203123.jpg", "2026-05-01T08:02:03.123"),
        ("PXL_20260501_080203.MP.jpg", "2026-05-01T08:02:03"),
        ("pxl_20260501_000000000.mp4", "2026-05-01T00:00:00"),
    ])
    func `A Pixel's name is in UTC`(name: String, text: String) throws {
        let time = try #require(read(name))
        #expect(time.wall.text == text)
        #expect(time.offset == UTCOffset(seconds: 0, source: .utc))
        #expect(!time.isDateOnly)
    }

    @Test func `Milliseconds are kept`() {
        #expect(read("IMG_20260501_100203045.jpg")?.wall.text == "2026-05-01T10:02:03.045")
        #expect(read("20260501_100203999.jpg")?.wall.text == "2026-05-01T10:02:03.999")
    }

    @Test(arguments: [
        ("Screenshot 2026-05-01 at 1.02.03 PM.png", "13"), ("Screenshot 2026-05-01 at 12.02.03 PM.png", "12"),
        ("Screenshot 2026-05-01 at 12.02.03 am.png", "00"), ("Screenshot 2026-05-01 at 9.02.03.png", "09"),
        ("Screenshot 2026-05-01 at 23.02.03.png", "23"),
    ])
    func `Twelve-hour times use AM and PM`(name: String, hour: String) {
        #expect(read(name)?.wall.text == "2026-05-01T\(hour):02:03")
    }

    @Test(arguments: ["IMG-20260501-WA0001.jpg", "VID-20260501-WA0123.mp4", "img-20260501-wa0001.jpg"])
    func `WhatsApp names contain a date without an hour`(name: String) throws {
        let time = try #require(read(name))
        #expect(time.wall.text == "2026-05-01T00:00:00")
        #expect(time.isDateOnly)
    }

    @Test(arguments: [
        "", "a.jpg", "IMG_1234.JPG", "IMG_20260501.jpg", "IMG_20260501_1002.jpg", "IMG_20260501_10020.jpg",
        "IMG_20260501_1002034.jpg", "IMG_20260501_1002030456.jpg", "IMG_20260501_100203a.jpg",
        "IMG_20261301_100203.jpg", "IMG_20260230_100203.jpg", "IMG_20260501_240000.jpg", "IMG_20260501_106003.jpg",
        "IMG_20260501_100260.jpg", "IMG_00000000_000000.jpg", "IMG_19891231_100203.jpg", "IMG_21000101_100203.jpg",
        "XIMG_20260501_100203.jpg", "my IMG_20260501_100203.jpg", "120260501_100203.jpg", "20260501100203.jpg",
        "2026-05-01.jpg", "2026-05-01 10.02.jpg", "2026-05-01 10-02-03.jpg", "2026-05-01T10.02.03.jpg",
        "Screenshot_2026-05-01.png", "Screenshot_2026-05-01-10-02.png", "Screenshot_2026-05-01-10-0203.png",
        "Screenshot 2026-05-01 at 13.02.03 PM.png", "Screenshot 2026-05-01 at 0.02.03 AM.png",
        "Screenshot 2026-05-01 at 10.02.png", "IMG-20260501-WA.jpg", "IMG-20260501-100203.jpg",
        "IMG-20260532-WA0001.jpg", "signal-20260501-100203.jpg", "PXL_20260501.jpg", "IMG_", "img", "P",
        "IMG_２０２６0501_100203.jpg",
    ])
    func `Nothing is guessed, and an impossible time is no time`(name: String) {
        #expect(read(name) == nil)
    }

    @Test func `Names that are cut or not UTF-8 contain no times`() {
        let whole = Array("Screenshot 2026-05-01 at 10.02.03".utf8)
        for length in 0..<whole.count {
            #expect(FileNameTime.captureTime(of: Array(whole.prefix(length)).span) == nil)
            var bytes = whole
            bytes[length] = 0xFF
            #expect(FileNameTime.captureTime(of: bytes.span) == nil)
        }
    }
}
