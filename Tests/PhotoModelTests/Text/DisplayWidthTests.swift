import PhotoModel
import Testing

/// The width of texts at a terminal.
struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("Grüße", 5), ("写真", 4), ("한글", 4), ("e\u{301}a", 2), ("ｆｕｌｌ", 8), ("📷", 2), ("👩‍👩‍👧", 2),
        ("☀️", 2), ("–", 1), ("…", 1),
    ])
    func `The width of a text in columns`(text: String, width: Int) {
        #expect(text.displayWidth == width)
    }

    @Test(arguments: [
        ("abcdef", 6, "abcdef"), ("abcdef", 4, "abc…"), ("写真写真", 5, "写真…"), ("写真", 3, "写…"), ("ab", 1, "…"),
        ("ab", 0, ""),
    ])
    func `A text that is too long is cut at its end`(text: String, width: Int, short: String) {
        #expect(text.shortened(to: width) == short)
        #expect(text.shortened(to: width).displayWidth <= max(width, 0))
    }

    @Test(arguments: [("abcdef", 4, "…def"), ("写真写真", 5, "…写真"), ("abc", 3, "abc")])
    func `A path is cut at its beginning`(text: String, width: Int, short: String) {
        #expect(text.shortenedAtStart(to: width) == short)
    }
}
