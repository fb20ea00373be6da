import PhotoIntake
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A walk skips files that a permanent removal parked, and reports them.
struct WalkParkedTests {
    private let tree: TemporaryTree

    init() throws { tree = try TemporaryTree() }

    private func parked(_ options: WalkOptions = WalkOptions(), start: FilePath = "") -> [FilePath] {
        let walked = tree.walk(options, start: start)
        #expect(walked.found.isEmpty && walked.findings.isEmpty)
        return walked.parked.map { path in
            var path = path
            _ = path.removePrefix(tree.path)
            return path
        }
    }

    @Test func `They are reported wherever they are, with or without an original name`() throws {
        let files: [FilePath] = [".workphotos-12-3", "a/b/.workphotos-12-4-2.IMG_1.jpg", "a/.workphotos-9-1.b"]
        for file in files { try tree.write(file) }
        #expect(Set(parked()) == Set(files))
        #expect(Set(parked(.with { $0.hidden = true })) == Set(files))
        #expect(Set(parked(start: "a")) == Set(files.dropFirst()))
    }

    @Test func `They are reported in a directory that is skipped, and not in one that is excluded`() throws {
        try tree.write("shut/.workphotos-12-3.a.jpg")
        try tree.write("shut/.nomedia")
        try tree.write("out/.workphotos-12-4.b.jpg")
        #expect(parked(.with { $0.excludes = ["out"] }) == ["shut/.workphotos-12-3.a.jpg"])
    }

    @Test func `Other names, and entries that are not files, are not parked files`() throws {
        for file: FilePath in [".workphotos-destination", ".workphotos-12", ".workphotos-x-1.jpg"] {
            try tree.write(file)
        }
        try tree.makeDirectory(".workphotos-12-3")
        try tree.link(".workphotos-12-4", to: ".workphotos-destination")
        try tree.makePipe(".workphotos-12-5")
        #expect(parked().isEmpty)
    }
}
