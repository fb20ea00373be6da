import FakeDrive
import Testing

struct ListTests {
    @Test func `files in the trash are listed unless the query leaves them out`() async throws {
        try await FakeDriveWorld.run { desk async throws in
            desk.drive.trash(desk.drive.put("old", [], owner: desk.anna, client: desk.client))
            desk.drive.put("new", [], owner: desk.anna, client: desk.client)
            #expect(try await desk.list() == ["new", "old"])
            #expect(try await desk.list("&q=trashed=false") == ["new"])
        }
    }

    @Test func `pages may be empty and short before the end`() async throws {
        try await FakeDriveWorld.run { desk async throws in
            for index in 0..<5 { desk.drive.put("\(index)", [], owner: desk.anna, client: desk.client) }
            desk.drive.paging = Paging(emptyPages: 2, partial: 3)
            var counts: [Int] = []
            var token = ""
            repeat {
                let reply = try await desk.http.send(
                    "GET", "\(FakeDriveWorld.calls)?\(FakeDriveWorld.usual)&pageSize=4\(token)")
                counts.append(reply.json["files"]?.elements.count ?? -1)
                token = reply.json["nextPageToken"]?.string.map { "&pageToken=\($0)" } ?? ""
            } while !token.isEmpty
            #expect(counts == [0, 0, 3, 2])
        }
    }

    @Test func `a page token is valid only for the same query`() async throws {
        try await FakeDriveWorld.run { desk async throws in
            for index in 0..<3 { desk.drive.put("\(index)", [], owner: desk.anna, client: desk.client) }
            let reply = try await desk.http.send("GET", "\(FakeDriveWorld.calls)?\(FakeDriveWorld.usual)&pageSize=1")
            let token = try #require(reply.json["nextPageToken"]?.string)
            let other = try await desk.http.send(
                "GET", "\(FakeDriveWorld.calls)?\(FakeDriveWorld.usual)&pageSize=2&pageToken=\(token)")
            #expect(other.status == 400)
        }
    }

    @Test func `a new file is missing from lists while lists lag, but is found by its id`() async throws {
        try await FakeDriveWorld.run { desk async throws in
            desk.drive.lagLists()
            let id = try #require(try await desk.upload([1], ["name": "a"]).json["id"]?.string)
            #expect(try await desk.list().isEmpty)
            #expect(
                try await desk.http.send("GET", "\(FakeDriveWorld.calls)/\(id)?\(FakeDriveWorld.usual)").status == 200)
            desk.drive.catchUp()
            #expect(try await desk.list() == ["a"])
        }
    }

    @Test func `drive file does not show what another client or a person made`() async throws {
        try await FakeDriveWorld.run { desk async throws in
            let other = desk.drive.makeClient()
            let foreign = desk.drive.put("theirs", [], owner: desk.anna, client: other)
            desk.drive.put("by hand", [], owner: desk.anna)
            desk.drive.put("mine", [], owner: desk.anna, client: desk.client)
            #expect(try await desk.list() == ["mine"])
            #expect(
                try await desk.http.send("GET", "\(FakeDriveWorld.calls)/\(foreign)?\(FakeDriveWorld.usual)").reason
                    == "notFound")
            #expect(
                try await desk.whole.send("GET", "\(FakeDriveWorld.calls)/\(foreign)?\(FakeDriveWorld.usual)").status
                    == 200)
        }
    }

    @Test func `private properties are visible only to the client that wrote them`() async throws {
        try await FakeDriveWorld.run { desk async throws in
            let other = desk.drive.makeClient()
            let id = desk.drive.put("a", [], owner: desk.anna, client: other, appProperties: ["k": "v"])
            let query = "&q=appProperties%20has%20%7Bkey%3D'k'%20and%20value%3D'v'%7D"
            let token = desk.drive.makeToken(for: desk.anna, client: other, scope: .file)
            let theirs = TestClient(desk.drive.address, token: token)
            for (client, count) in [(theirs, 1), (desk.whole, 0)] {
                let reply = try await client.send("GET", "\(FakeDriveWorld.calls)?\(FakeDriveWorld.usual)\(query)")
                #expect(reply.json["files"]?.elements.count == count)
                let file = try await client.send("GET", "\(FakeDriveWorld.calls)/\(id)?\(FakeDriveWorld.usual)")
                #expect((file.json["appProperties"] != nil) == (count == 1))
            }
        }
    }

    @Test func `pages of a thousand files are supported`() async throws {
        try await FakeDriveWorld.run { desk async throws in
            for index in 0..<3000 { desk.drive.put("\(index)", [], owner: desk.anna, client: desk.client) }
            var found: Set<String> = []
            var token = ""
            repeat {
                let fields = "fields=nextPageToken,files(id)&supportsAllDrives=true&pageSize=1000"
                let reply = try await desk.http.send("GET", "\(FakeDriveWorld.calls)?\(fields)\(token)")
                found.formUnion((reply.json["files"]?.elements ?? []).compactMap { $0["id"]?.string })
                token = reply.json["nextPageToken"]?.string.map { "&pageToken=\($0)" } ?? ""
            } while !token.isEmpty
            #expect(found.count == 3000)
            #expect(desk.drive.requests.count == 3)
        }
    }
}
