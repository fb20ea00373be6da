import FakeDrive
import GoogleDrive
import Testing

struct FileCallTests {
    @Test func `The account and its storage`() async throws {
        try await SignedInDrive.run { world in
            let about = try await world.client.about()
            #expect(about.user.emailAddress == "anna@example.com")
            #expect(about.limit == 15_000_000_000 && about.usage == 0)
        }
    }

    @Test(arguments: [1, 10, 1_000]) func `As many ids are returned as were asked for`(count: Int) async throws {
        try await SignedInDrive.run { world in
            let ids = try await world.client.generateIDs(count)
            #expect(Set(ids).count == count)
        }
    }

    @Test func `A folder is made once, however often it is requested`() async throws {
        try await SignedInDrive.run { world in
            var folder = try await world.new("Work")
            folder.mimeType = DriveFile.folderType
            let made = try await world.client.create(folder)
            #expect(made.isFolder && made.name == "Work" && made.size == nil)
            await expectDriveError(.conflict) { _ = try await world.client.create(folder) }
            #expect(try await world.client.file(made.id) == made)
        }
    }

    @Test func `Changes, moves and the trash`() async throws {
        try await SignedInDrive.run { world in
            let client = world.client
            var folder = try await world.new("Work")
            folder.mimeType = DriveFile.folderType
            let target = try await client.create(folder)
            let id = world.drive.put("a.jpg", [1, 2, 3], in: nil, owner: world.anna, client: world.registered)
            let file = try await client.file(id)
            #expect(file.size == 3 && file.sha256?.count == 64 && file.md5?.count == 32 && !file.isTrashed)
            var change = FileChange()
            (change.name, change.appProperties) = ("b's.jpg", ["wpSha256": "ab"])
            let moved = try await client.update(id, change, moving: (to: target.id, from: file.parents[0]))
            #expect(
                moved.name == "b's.jpg" && moved.parents == [target.id] && moved.appProperties == ["wpSha256": "ab"])
            let query = "name = \(queryText("b's.jpg")) and trashed = false"
            #expect(try await client.files(query).files.map(\.id) == [id])
            var trash = FileChange()
            trash.trashed = true
            #expect(try await client.update(id, trash).isTrashed)
            #expect(try await client.files(query).files.isEmpty)
            #expect(try await client.files("name = \(queryText("b's.jpg"))").files.map(\.id) == [id])
        }
    }

    @Test func `All pages are read, including empty ones`() async throws {
        try await SignedInDrive.run { world in
            for number in 0..<25 {
                _ = world.drive.put(
                    "\(number).jpg", [UInt8(number)], in: nil, owner: world.anna, client: world.registered)
            }
            world.drive.paging = Paging(emptyPages: 2, partial: 3)
            var (names, page, pages): (Set<String>, String?, Int) = ([], nil, 0)
            repeat {
                let answer = try await world.client.files("trashed = false", size: 10, page: page)
                names.formUnion(answer.files.map(\.name))
                (page, pages) = (answer.next, pages + 1)
            } while page != nil
            #expect(names.count == 25)
            #expect(pages > 3)
        }
    }

    private func bytes(
        of id: String, in world: SignedInDrive, from offset: Int64 = 0, count: Int64? = nil
    ) async throws -> [UInt8] {
        var read: [UInt8] = []
        let number = try unsafe await world.client.download(id, from: offset, count: count) {
            unsafe read.append(contentsOf: $0)
        }
        #expect(number == Int64(read.count))
        return read
    }

    @Test func `Downloads return all bytes, or those from an offset`() async throws {
        try await SignedInDrive.run { world in
            let content = (0..<300_000).map { patternByte(at: $0) }
            let id = world.drive.put("a.jpg", content, in: nil, owner: world.anna, client: world.registered)
            let all = try await bytes(of: id, in: world)
            #expect(all == content)
            #expect(try await bytes(of: id, in: world, from: 299_990) == Array(content[299_990...]))
            #expect(try await bytes(of: id, in: world, from: 5, count: 7) == Array(content[5..<12]))
            #expect(try await bytes(of: id, in: world, count: 3) == Array(content[..<3]))
            #expect(try await bytes(of: id, in: world, from: 300_000).isEmpty)
            #expect(try await bytes(of: id, in: world, count: 0).isEmpty)
            world.drive.plant(.cutAnswer(after: 1_000), at: .matching(method: "GET", path: "alt=media"))
            await expectDriveError(.brokenOff) { _ = try await bytes(of: id, in: world) }
        }
    }

    @Test func `An error of the reader ends a download`() async throws {
        struct Enough: Error {}
        try await SignedInDrive.run { world in
            let id = world.drive.put(
                "a.jpg", [UInt8](repeating: 1, count: 1_000_000), in: nil, owner: world.anna, client: world.registered)
            await #expect(throws: Enough.self) {
                _ = try unsafe await world.client.download(id) { _ in throw Enough() }
            }
        }
    }

    @Test func `Shared drives and their contents`() async throws {
        try await SignedInDrive.run(scope: .drive) { world in
            let team = world.drive.makeSharedDrive("Team", members: ["anna@example.com": "organizer"])
            #expect(try await world.client.drives().map(\.name) == ["Team"])
            #expect(try await world.client.drive(team).id == team)
            let made = try await world.client.create(try await world.new("x.jpg", in: team))
            #expect(made.driveID == team)
            #expect(try await world.client.files("trashed = false", drive: team).files.map(\.id) == [made.id])
        }
    }

    @Test func `Texts in queries are escaped`() {
        #expect(queryText(#"it's a \ "#) == #"'it\'s a \\ '"#)
        #expect(queryText("") == "''")
    }
}
