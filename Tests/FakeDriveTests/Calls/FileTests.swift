import FakeDrive
import Testing

struct FileTests {
    @Test func `an id can be used once, by any client`() async throws {
        try await FakeDriveWorld.run { desk in
            let id = JSON.string(try await desk.newID())
            #expect(try await desk.upload([1], ["id": id]).status == 200)
            let again = try await desk.http.send(
                "POST", "\(FakeDriveWorld.calls)?\(FakeDriveWorld.usual)", json: ["id": id])
            #expect(again.status == 409)
            #expect(desk.drive.files.count == 1)
        }
    }

    @Test func `a folder can contain many files with the same name`() async throws {
        try await FakeDriveWorld.run { desk in
            let folder = desk.drive.makeFolder("f", owner: desk.anna, client: desk.client)
            for _ in 0..<2 {
                let id = JSON.string(try await desk.newID())
                let body: JSON = ["name": "same", "id": id, "parents": [.string(folder)]]
                #expect(try await desk.upload([1], body).status == 200)
            }
            #expect(desk.drive.files.filter { $0.name == "same" && $0.parents == [folder] }.count == 2)
        }
    }

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

    @Test func `a daily limit keeps refusing`() async throws {
        try await FakeDriveWorld.run { desk in
            desk.drive.dailyLimit = 3
            #expect(try await desk.upload([1, 2]).status == 200)
            for name in ["b", "c"] {
                let reply = try await desk.upload([1, 2], ["name": .string(name)])
                #expect(reply.status == 403)
                #expect(reply.reason == "userRateLimitExceeded")
            }
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
}
