import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Setup: its questions, its checks of the answers, and the configuration that it writes.
struct SetupCommandTests {
    private let world: World
    private let service: FakeUploadService

    init() throws {
        world = try World()
        let service = FakeUploadService(marker: nil)
        self.service = service
        world.uploadService = { _ in service }
        try world.add("a.jpg")
        try world.add("b.jpg", TestPhoto(at: Place.home))
        try world.tree.makeDirectory("nas")
    }

    private func answer(_ answers: String?...) -> TypedAnswers {
        let answers = TypedAnswers(answers, canAsk: true)
        world.confirmation = answers
        return answers
    }

    @Test func `Answers are written, and a scan shows what it found`() async throws {
        _ = answer("~/photos", "", "52.52,13.405", "", "", "", "~/nas", "", "")
        let outcome = await world.run("setup")
        #expect(outcome.exit == 0, "\(outcome.notes)")
        #expect(outcome.output.hasPrefix("2 photos (2 new)"))
        #expect(outcome.output.contains("1 work, 1 personal, 0 unsure"))
        #expect(outcome.notes.contains("Next steps:\n  workphotos list --work\n"))
        #expect(
            outcome.notes.contains(
                "The same, command by command:\n  workphotos destination add copies folder:"), "\(outcome.notes)")
        #expect(
            outcome.notes.contains(
                "\n  workphotos fence add Office --at 52.52,13.405 --radius 150m\n  workphotos scan "),
            "\(outcome.notes)")
        #expect(await world.list(["--work", "--count"]).output == "1\n")
        let text = String(decoding: try world.tree.read(world.configuration), as: UTF8.self)
        let nas = world.tree.path("nas").string
        #expect(
            text == "[scan]\nroots = [\"\(world.library)\"]\n\n"
                + "[destinations.copies]\nkind = \"folder\"\npath = \"\(nas)\"\n")
        for file in [world.configuration, world.fences] {
            #expect(try world.tree.permissions(file) == .ownerReadWrite, "they tell where somebody lives and works")
        }
        #expect(try await world.objects("fence", "list").first?["name"] == "Office")
        #expect(try await world.objects("destination", "list").first?["name"] == "copies")
        #expect(await world.run("scan").exit == 0)
        #expect(await world.run("upload").exit == 0)
        #expect(service.entries.count == 1)
    }

    @Test func `An index that is lost after a setup is answered with its destination and its roots`() async throws {
        _ = answer("~/photos", "", "52.52,13.405", "", "", "", "~/nas", "my copies", "")
        #expect(await world.run("setup").exit == 0)
        #expect(await world.run("upload").exit == 0)
        world.removeIndex()
        let outcome = await world.run("list")
        #expect(outcome.exit == 10)
        #expect(outcome.notes.contains("begins anew: workphotos scan\n"), "\(outcome.notes)")
        #expect(outcome.notes.hasSuffix("  next: workphotos index rebuild --from 'my copies'\n"), "\(outcome.notes)")
        #expect(await world.run("index", "rebuild", "--from", "my copies").exit == 0)
    }

    @Test func `Answers that cannot be used are asked for again, with the reason`() async throws {
        let photo = "\(world.library)/b.jpg"
        _ = answer(
            "~/none", "~/photos", "", "nowhere", photo, "Lab", "far", "80m", "", "x:y", "~/new", "disk", "n", "~/new",
            "disk", "y", "y")
        let outcome = await world.run("setup")
        #expect(outcome.exit == 0, "\(outcome.notes)")
        #expect(outcome.notes.contains("There is no directory \(world.tree.path("none").string)"))
        #expect(outcome.notes.contains("That is not a position, a link with a position, or a file."))
        #expect(outcome.notes.contains("Write a length such as 150m"))
        #expect(outcome.notes.contains("is not a destination: write folder:PATH"))
        let fence = try await world.objects("fence", "list").first
        #expect(fence?["name"] == "Lab")
    }

    @Test func `Copies do not go into the photos of the same setup, and each refusal has a reason`() async throws {
        _ = answer(
            "~/photos", "", "https://maps.app.goo.gl/abc", "", "~/nas", "a:b", "~/photos/copies", "", "y", "~/nas", "",
            "")
        let outcome = await world.run("setup")
        #expect(outcome.exit == 0, "\(outcome.notes)")
        #expect(outcome.notes.contains("  That cannot be used: the link holds no position; open it in a browser"))
        #expect(outcome.notes.contains("  The name of a destination must not contain ':'.\n"))
        #expect(outcome.notes.contains("is inside the library's root \(world.library)"))
        #expect(!world.tree.exists("photos/copies"))
        #expect(try await world.objects("destination", "list").first?["spec"] == "folder:\(world.tree.path("nas"))")
    }

    @Test func `Questions are broken between words on a narrow terminal`() async throws {
        world.terminals = [.error]
        world.width = 40
        let answers = answer("~/photos", "", "", "", "")
        #expect(await world.run("setup", "-n").exit == 0)
        let lines = answers.questions.flatMap { $0.split(separator: "\n") }
        #expect(lines.contains("In which directory are your photos?"))
        #expect(lines.allSatisfy { $0.count <= 40 }, "\(lines)")
    }

    @Test(arguments: 0..<9)
    func `Ending it at a question writes nothing`(count: Int) async throws {
        let all: [String?] = ["~/photos", "", "52.52,13.405", "", "", "", "~/nas", "", ""]
        world.confirmation = TypedAnswers(Array(all.prefix(count)) + [nil], canAsk: true)
        let before = try world.tree.snapshot()
        let outcome = await world.run("setup")
        #expect(outcome.exit == 1)
        #expect(outcome.notes.hasSuffix("Nothing was written\n  next: workphotos setup\n"))
        #expect(try world.tree.snapshot() == before)
    }

    @Test func `Everything except the photos can be left for later, and nothing is written in a dry run`() async throws
    {
        _ = answer("", "~/photos", "", "", "")
        let before = try world.tree.snapshot()
        let outcome = await world.run("setup", "-n")
        #expect(outcome.exit == 0, "\(outcome.notes)")
        #expect(outcome.notes.contains("  roots = [\"\(world.library)\"]\n"))
        #expect(outcome.notes.hasSuffix("Nothing was written.\n"))
        #expect(try world.tree.snapshot() == before)
    }

    @Test func `What is already known is not asked for, and a configuration keeps its contents`() async throws {
        try world.tree.write(world.configuration, Array("[purge]\nrequire = 1".utf8))
        await world.addOffice()
        _ = answer("~/photos", "", "", "", "y")
        #expect(await world.run("setup").exit == 0)
        let text = String(decoding: try world.tree.read(world.configuration), as: UTF8.self)
        #expect(text == "[purge]\nrequire = 1\n\n[scan]\nroots = [\"\(world.library)\"]\n")
        _ = answer("", "")
        let again = await world.run("setup")
        #expect(again.exit == 0)
        #expect(again.notes.contains("Photos: \(world.library)\nWork: Office\n"))
        #expect(again.notes.contains("Everything is already set up."))
    }

    @Test func `Run again, it adds a workplace and a destination`() async throws {
        _ = answer("~/photos", "", "52.52,13.405", "", "", "", "~/nas", "", "")
        #expect(await world.run("setup").exit == 0)
        try world.tree.makeDirectory("usb")
        let other = FakeUploadService(marker: DestinationMarker(String(repeating: "ab", count: 16)))
        let (first, nas) = (service, world.nas)
        world.uploadService = { $0.text == nas ? first : other }
        let answers = answer("52.487,13.425", "Flat", "", "", "~/usb", "copies", "~/usb", "usb", "")
        let again = await world.run("setup")
        #expect(again.exit == 0, "\(again.notes) \(answers.questions)")
        #expect(try await world.objects("fence", "list").compactMap { $0["name"] } == ["Office", "Flat"])
        #expect(try await world.objects("destination", "list").compactMap { $0["name"] } == ["copies", "usb"])
        #expect(again.output.contains("2 work, 0 personal, 0 unsure"))
        #expect(again.notes.contains("There are several destinations"))
    }

    @Test func `At the end it proposes places with many photos, a home as never work`() async throws {
        for week in 0..<6 {
            let day = week * 7 + 9
            let date = "2026:\(day > 31 ? "06" : "05"):\(day > 31 ? day - 31 : day)".replacing(#/:(\d)$/#) {
                ":0\($0.1)"
            }
            for hour in 14..<17 {
                try world.add("home/\(week)\(hour).jpg", TestPhoto(at: Place.home, taken: "\(date) \(hour):00:00"))
            }
        }
        let answers = answer("~/photos", "", "52.52,13.405", "", "", "", "", "", "")
        let outcome = await world.run("setup")
        #expect(outcome.exit == 0, "\(outcome.notes) \(answers.questions)")
        #expect(answers.questions.last == "Name, Enter for \"Home\", - to skip it:")
        #expect(outcome.output.contains("Added: Home\n"))
        #expect(try await world.objects("fence", "list").compactMap { $0["kind"] } == ["work", "never"])
    }

    @Test func `Swapped coordinates are noticed after the scan, and the new totals are shown`() async throws {
        let answers = answer("~/photos", "", "13.405,52.52", "", "", "", "", "", "y")
        let outcome = await world.run("setup")
        #expect(outcome.exit == 0, "\(outcome.notes) \(answers.questions)")
        #expect(answers.questions.last?.hasPrefix("Are latitude and longitude swapped?") == true)
        #expect(outcome.output.contains("0 work, 2 personal, 0 unsure"))
        #expect(outcome.notes.contains("Now: 1 work, 1 personal, 0 unsure\n"), "\(outcome.notes)")
        #expect(outcome.notes.contains("fence add Office --at 52.52,13.405 --radius 150m\n"), "\(outcome.notes)")
        #expect(await world.list(["--work", "--count"]).output == "1\n")
    }

    @Test func `Where nothing is work the next step is to find places, and what is wanted is said`() async throws {
        _ = answer("", "~/photos", "", "0,0", "", "", "", "", "")
        let outcome = await world.run("setup")
        #expect(outcome.exit == 0, "\(outcome.notes)")
        #expect(outcome.notes.contains("  Type the path of a directory, such as ~/Pictures.\n"), "\(outcome.notes)")
        #expect(outcome.notes.contains("Next steps:\n  workphotos fence suggest\n"), "\(outcome.notes)")
        #expect(!outcome.notes.contains("workphotos list --work"))
    }

    @Test func `Without a terminal it cannot ask`() async {
        let outcome = await world.run("setup")
        #expect(outcome.exit == 64)
    }
}
