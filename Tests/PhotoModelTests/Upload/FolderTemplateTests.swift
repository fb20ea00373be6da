import PhotoModel
import SystemPackage
import Testing

struct FolderTemplateTests {
    private func target(
        _ template: String, fence: String? = "Office", time: WallTime? = WallTime(year: 2026, month: 5, day: 1),
        make: String? = nil, model: String? = nil, name: String = "IMG_1.jpg", user: String = "anna"
    ) throws -> String {
        let subject = FolderTemplate.Subject(fence: fence, time: time, make: make, model: model, user: user)
        let template = try FolderTemplate(parsing: template)
        let targets = GroupTargets(template: template, subject: subject, names: [Array(name.utf8)])
        return try #require(targets.targets().first).string
    }

    @Test func `The default is the contract's`() throws {
        #expect(try target(FolderTemplate.standard.text) == "Office/2026/2026-05-01/IMG_1.jpg")
    }

    @Test func `Every field is filled in`() throws {
        let all = "{fence}/{year}{month}{day}/{camera}/{stem}-{ext}/{name}"
        #expect(
            try target(all, make: "Apple", model: "iPhone 15") == "Office/20260501/Apple iPhone 15/IMG_1-.jpg/IMG_1.jpg"
        )
        #expect(try target("{year} {stem}x{ext}") == "2026 IMG_1x.jpg")
        #expect(try target("{user}/{name}") == "anna/IMG_1.jpg")
    }

    @Test(arguments: [
        ("Canon", "Canon EOS 5D", "Canon EOS 5D"), ("NIKON CORPORATION", "NIKON D850", "NIKON D850"),
        ("Apple", nil, "Apple"), (nil, "X100", "X100"), (nil, nil, "unknown camera"), ("", "", "unknown camera"),
    ])
    func `A camera is named once`(make: String?, model: String?, name: String) throws {
        #expect(try target("{camera}/{name}", make: make, model: model) == "\(name)/IMG_1.jpg")
    }

    @Test(arguments: [
        (FolderTemplate.standard.text, "Office/undated/IMG_1.jpg"),
        ("{year}/{month}/{fence}/{day}/{name}", "undated/Office/undated/IMG_1.jpg"),
        ("from {year}/{name}", "undated/IMG_1.jpg"), ("{year}-{month}-{day} {name}", "undated IMG_1.jpg"),
        ("{year} {stem} {month}-{day}{ext}", "undated IMG_1 undated.jpg"), ("a{day}b{stem}c", "aundatedbIMG_1c"),
    ])
    func `Without a time a folder is undated, only once in a row`(template: String, expected: String) throws {
        #expect(try target(template, time: nil) == expected)
    }

    @Test func `A marked photo has no fence`() throws {
        #expect(try target("{fence}/{name}", fence: nil) == "marked/IMG_1.jpg")
    }

    @Test func `No value escapes its component`() throws {
        #expect(try target("{fence}/{name}", fence: "../a/b") == "_._a_b/IMG_1.jpg")
        #expect(try target("{camera}/{name}", make: "..") == "_/IMG_1.jpg")
        #expect(try target("{ext}/{name}", name: "a") == "_/a")
        #expect(try target("{user}/{name}", user: "../b") == "_._b/IMG_1.jpg")
        #expect(try target("{name}", name: ".workphotos-destination") == "_workphotos-destination")
    }

    @Test(arguments: [
        ("{fence}/{yaer}/{name}", "did you mean {year}?"), ("{}/{name}", "known are {fence}"),
        ("/{name}", "starts with '/'"), ("a//{name}", "without a name"), ("{name}/", "without a name"),
        ("", "without a name"), ("../{name}", "'..'"), ("a/./{name}", "'.'"), ("{fence", "'{' without a '}'"),
        ("fence}/{name}", "'}' without a '{'"), ("{fence}/{year}", "write {fence}/{year}/{name}"),
        ("{fence}\\{name}", "parted by '/'"), ("{ext}", "write {ext}/{name}"),
    ])
    func `An invalid template gets advice`(text: String, words: String) {
        let error = #expect(throws: TextError.self) { try FolderTemplate(parsing: text) }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    @Test func `Years have four digits`() throws {
        #expect(try target("{year}/{name}", time: WallTime(year: 987, month: 1, day: 1)) == "0987/IMG_1.jpg")
    }
}
