import Testing
import WorkphotosTestSupport

struct FewOpenFilesTests {
    @Test func `Uploads, removals and undo need few open files`() throws {
        let world = try WorkHome(photos: 60)
        try world.addShelf()
        let before = try world.listing()
        for line in ["upload", "purge --yes --max-delete 100", "undo 3"] {
            let outcome = try world.program.shell("ulimit -n 96 && \"$0\" \(line)")
            #expect(outcome.exit == 0, "\(line): \(outcome.notes)")
            #expect(try world.names().count == (line.hasPrefix("purge") ? 1 : 61))
        }
        #expect(try world.listing() == before)
    }

    @Test func `A scan of many directories needs few open files`() throws {
        let world = try WorkHome(photos: 0)
        for number in 0..<200 { try world.home.add("\(number)/work.jpg") }
        for _ in 0..<2 {
            let outcome = try world.program.shell("ulimit -n 64 && \"$0\" scan --json")
            #expect(outcome.exit == 0, "\(outcome.notes)")
            #expect(outcome.output.contains("\"photos\":201"), "\(outcome.output)")
        }
    }

    @Test(.timeLimit(.minutes(2)), arguments: [(64, 16), (76, 64), (96, 64), (128, 64), (256, 64)])
    func `Workers never wait for files that only others could close: fewer send, or nothing is begun`(
        limit: Int, workers: Int
    ) throws {
        let world = try WorkHome(photos: 70, configuration: "parallel = \(workers)\n")
        try world.addShelf()
        let upload = try world.program.shell("ulimit -n \(limit) && \"$0\" upload")
        #expect(upload.exit == (limit < 96 && upload.exit != 0 ? 1 : 0), "\(upload.notes)")
        #expect(try world.stored().count == (upload.exit == 0 ? 70 : 0))
        #expect(upload.exit == 0 || upload.notes.contains("Only \(limit) files may be open at the same time"))
    }

    @Test(arguments: [20, 32, 63]) func `Too low a limit is an error before anything is done`(limit: Int) throws {
        let world = try WorkHome(photos: 3)
        try world.addShelf()
        for line in ["scan", "upload", "status"] {
            let outcome = try world.program.shell("ulimit -n \(limit) && \"$0\" \(line)")
            #expect(outcome.exit == 1, "\(line): \(outcome.notes)")
            #expect(outcome.notes.contains("Only \(limit) files may be open"), "\(outcome.notes)")
            #expect(outcome.notes.contains("ulimit -n"))
        }
        #expect(try world.stored().isEmpty)
    }

    @Test func `A soft limit is raised to the hard one`() throws {
        let world = try WorkHome(photos: 3)
        try world.addShelf()
        #expect(try world.program.shell("ulimit -Sn 20 && \"$0\" upload").exit == 0)
        #expect(try world.stored().count == 3)
    }
}
