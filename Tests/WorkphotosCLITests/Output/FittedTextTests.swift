import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Text on terminals from 40 columns on.
struct FittedTextTests {
    private let world: World

    /// A fence with everything that its line can have, and a place that is suggested.
    init() async throws {
        world = try World()
        for hour in 10..<20 {
            try world.add("\(hour).jpg", TestPhoto(at: Place.office, taken: "2026:05:04 \(hour):00:00"))
        }
        let more = ["--hours", "mon-fri 08:00-18:00", "--folder", "Sites/{year}/{name}"]
        let fence = ["fence", "add", "Café of the Müllers", "--at", "52.5245,13.405", "--radius", "150m"] + more
        #expect(await world.type(fence).exit == 0)
        #expect(await world.run("scan", world.library).exit == 0)
        try world.tree.rename("photos", to: "elsewhere")
        world.terminals = [.output]
    }

    private func lines(_ arguments: [String], width: Int) async -> [String] {
        world.width = width
        return await world.type(arguments).output.split(separator: "\n").map(String.init)
    }

    @Test(
        arguments: [
            ["status"], ["fence", "list"], ["fence", "suggest"], ["list"], ["runs"], ["root", "list"], ["doctor"],
            ["index", "check"],
        ], [40, 52, 80, 300])
    func `Lines fit the terminal, and only commands and single words are longer`(
        arguments: [String], width: Int
    ) async {
        let lines = await lines(arguments, width: width)
        #expect(!lines.isEmpty)
        for line in lines where line.displayWidth > width {
            let text = line.drop { $0 == " " }
            #expect(
                text.hasPrefix("workphotos ") || text.hasPrefix("next: ") || !text.contains(" "), "\(width): \(line)")
        }
    }

    @Test(arguments: [["status"], ["fence", "list"], ["fence", "suggest"]])
    func `A wide terminal shows the lines that a file gets`(arguments: [String]) async {
        let wide = await lines(arguments, width: 300)
        world.terminals = []
        #expect(await lines(arguments, width: 40) == wide)
    }

    @Test func `A command that does not fit begins a line, unbroken`() async {
        let next = "workphotos root rename \(world.library) NEW"
        #expect(await lines(["status"], width: 40).contains { $0.drop { $0 == " " } == next })
    }
}
