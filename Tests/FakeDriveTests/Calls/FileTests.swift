import FakeDrive
import Testing

struct FileTests {
    @Test func `storage is full at its limit, including the trash`() async throws {
        try await FakeDriveWorld.run(storageLimit: 10) { desk in
            desk.drive.trash(desk.drive.put("old", [1, 2, 3, 4, 5, 6], owner: desk.anna))
            let path = "\(FakeDriveWorld.uploads)?uploadType=resumable&\(FakeDriveWorld.usual)"
            let type = ["Content-Type": "application/json", "X-Upload-Content-Length": "5"]
            let reply = try await desk.http.send("POST", path, type, Array("{}".utf8))
            #expect(reply.reason == "storageQuotaExceeded")
        }
    }

    @Test func `files without the newer checksums have the old one`() async throws {
        try await FakeDriveWorld.run { desk in
            desk.drive.omitsSHA256 = true
            let reply = try await desk.upload([1])
            #expect(reply.json["md5Checksum"] != nil)
            #expect(reply.json["sha256Checksum"] == nil)
        }
    }

    @Test func `changes by others are visible at once`() async throws {
        try await FakeDriveWorld.run { desk in
            let id = desk.drive.put("a", [1], owner: desk.anna, client: desk.client)
            let (one, other) = (
                desk.drive.makeFolder("one", owner: desk.anna, client: desk.client),
                desk.drive.makeFolder("other", owner: desk.anna, client: desk.client)
            )
            let path = "\(FakeDriveWorld.calls)/\(id)?\(FakeDriveWorld.usual)"
            let before = try await desk.http.send("GET", path)
            desk.drive.rename(id, to: "b")
            desk.drive.replace(id, [2, 2])
            desk.drive.move(id, to: one)
            desk.drive.trash(one)
            let after = try await desk.http.send("GET", path)
            #expect(after.json["name"] == "b")
            #expect(after.json["size"] == "2")
            #expect(after.json["parents"] == [.string(one)])
            #expect(after.json["trashed"] == true)
            #expect(after.json["headRevisionId"] != before.json["headRevisionId"])
            desk.drive.move(id, to: other)
            #expect(try await desk.http.send("GET", path).json["trashed"] == false)
            desk.drive.remove(id)
            #expect(try await desk.http.send("GET", path).reason == "notFound")
        }
    }

    @Test func `a copy has the original's content and properties, except for what the request says`() async throws {
        try await FakeDriveWorld.run { desk in
            let id = desk.drive.put(
                "a", [1, 2], owner: desk.anna, client: desk.client, appProperties: ["kept": "1", "gone": "2"])
            let folder = desk.drive.makeFolder("f", owner: desk.anna, client: desk.client)
            let new = try await desk.newID()
            let body: JSON = [
                "id": .string(new), "parents": [.string(folder)], "appProperties": ["gone": .null, "more": "3"],
            ]
            let path = "\(FakeDriveWorld.calls)/\(id)/copy?\(FakeDriveWorld.usual)"
            #expect(try await desk.http.send("POST", path, json: body).status == 200)
            let copy = try #require(desk.drive.file(new))
            #expect(copy.name == "Copy of a" && copy.parents == [folder] && copy.mimeType == "image/jpeg")
            #expect(copy.appProperties.values.map(\.self) == [["kept": "1", "more": "3"]])
            #expect(desk.drive.content(of: new) == [1, 2])
            #expect(try await desk.http.send("POST", path, json: body).status == 409)
            #expect(desk.drive.files.count == 3)
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
}
