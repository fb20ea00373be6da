import PhotoPipeline
import Testing
import WorkphotosCLI
import WorkphotosTestSupport

struct VersionTextTests {
    @Test(arguments: ["--version", "-V"])
    func `The version is the program's, with the library that keeps the index`(_ flag: String) async {
        let console = RecordingConsole()
        let code = await Workphotos.run([flag], console: console) { () -> PhotoPipeline.Environment in
            Issue.record("the environment was made")
            return .forNobody(console)
        }
        #expect(code == 0)
        let text = String(decoding: console.output, as: UTF8.self)
        #expect(
            text.wholeMatch(
                of: /workphotos \d+\.\d+\.\d+( \(commit [0-9a-f]{7,40}\+?\))?(, libexif [0-9.]+)?, SQLite 3\.[0-9.]+\n/)
                != nil)
    }
}
