import PhotoModel
import Testing

struct UnfinishedNameTests {
    private static let digits = "0123456789abcdef0123456789abcdef"

    @Test(arguments: [".part", ".copying"])
    func `Names of unfinished uploads are recognized`(ending: String) {
        #expect(UnfinishedName.digits(of: Array(".workphotos-\(Self.digits)\(ending)".utf8)) == Self.digits[...])
    }

    @Test(arguments: [
        ".workphotos-destination", ".workphotos-receipts.part", ".workphotos-12-3.part", ".workphotos-\(digits)",
        ".workphotos-\(digits).jpg", ".workphotos-\(digits)0.part", ".workphotos-\(digits.uppercased()).part",
        ".workphotos-\(digits.dropLast()).part", "workphotos-\(digits).part", ".workphotos-\(digits).part.jpg", "",
    ])
    func `Other names are not`(name: String) {
        #expect(UnfinishedName.digits(of: Array(name.utf8)) == nil)
    }
}
