import PhotoModel
import Testing

struct NearestWordTests {
    private let words = ["scan", "status", "staged", "inspect", "list", "purge"]

    @Test(arguments: [
        ("sacn", "scan"), ("statsu", "status"), ("inspct", "inspect"), ("PURGE", "purge"), ("lst", "list"),
        ("inspector", "inspect"), ("staged", "staged"),
    ])
    func `A mistyped word is known`(typed: String, word: String) {
        #expect(nearestWord(to: typed, among: words) == word)
    }

    @Test(arguments: ["", "x", "upload", "sn", "inspectional"]) func `A word far from all is not`(typed: String) {
        #expect(nearestWord(to: typed, among: words) == nil)
    }

    @Test func `Of words equally near the first is taken`() {
        #expect(nearestWord(to: "bar", among: ["baz", "car"]) == "baz")
        #expect(nearestWord(to: "bar", among: [] as [String]) == nil)
    }
}
