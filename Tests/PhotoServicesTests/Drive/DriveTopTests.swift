import FakeDrive
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Which folder is a destination, and which is not.
@Suite(.timeLimit(.minutes(1)))
struct DriveTopTests {
    private let marker = DestinationMarker(random: 1, 2)

    private func markerFile(_ world: DriveWorld) throws -> FakeFile {
        try #require(world.drive.files.first { $0.name == ".workphotos-destination" && !$0.trashed })
    }

    @Test func `Moving a marker to another folder does not make that the destination`() async throws {
        try await DriveWorld.run { world in
            _ = try await world.service.makeDestination(marker, creating: false)
            let file = try markerFile(world)
            let open = world.drive.makeFolder("Public", owner: world.anna, client: world.registered)
            world.drive.move(file.id, to: open)
            await expectError(.unavailable) { () throws(UploadError) in try await world.another().marker() }
            // Nor does a copy of it, which Drive gives the same notes.
            world.drive.trash(file.id)
            world.drive.put(
                file.name, marker.file, in: open, owner: world.anna, client: world.registered,
                appProperties: file.appProperties[world.registered.id] ?? [:])
            await expectError(.unavailable) { () throws(UploadError) in try await world.another().marker() }
        }
    }

    @Test func `A second marker in the folder, which another client has made, is named`() async throws {
        try await DriveWorld.run(scope: .drive) { world in
            _ = try await world.service.makeDestination(marker, creating: false)
            let own = try markerFile(world).id
            let other = world.drive.put(
                ".workphotos-destination", DestinationMarker(random: 3, 4).file, in: world.top, owner: world.anna,
                client: world.drive.makeClient(.desktop))
            let error = await #expect(throws: UploadError.self) { try await world.another().marker() }
            #expect(error?.kind == .unavailable)
            #expect(error?.cause.contains(own) == true && error?.cause.contains(other) == true)
        }
    }

    @Test func `A shared drive that the account may not see is not said to be missing`() async throws {
        try await FakeDrive.run { drive in
            let world = try DriveWorld(drive)
            let team = drive.makeSharedDrive("Team", members: [:])
            let service = try world.service(at: "//\(team)/Photos")
            for _ in 0..<2 {
                let error = await #expect(throws: UploadError.self) { try await service.marker() }
                #expect(error?.kind == .unavailable)
                #expect(error?.cause.contains("needs the scope drive") == true)
            }
        }
    }

    @Test func `A folder shared by someone else does not belong to this account`() async throws {
        try await FakeDrive.run { drive in
            let bob = drive.makeAccount("bob@example.com")
            let world = try DriveWorld(drive, scope: .drive)
            _ = try await world.service.makeDestination(marker, creating: false)
            let file = try markerFile(world)
            // The same client, another account, and a folder that Anna may write to.
            world.drive.trash(file.id)
            let shared = drive.makeFolder("Work", owner: bob, client: world.registered)
            var notes = file.appProperties[world.registered.id] ?? [:]
            notes["wpFolder"] = shared
            drive.put(
                file.name, marker.file, in: shared, owner: bob, client: world.registered, appProperties: notes)
            #expect(try await world.another().marker() == nil)
        }
    }

    @Test func `A destination in another, or around one, is refused`() async throws {
        try await FakeDrive.run { drive in
            let outer = try DriveWorld(drive)
            _ = try await outer.service.makeDestination(marker, creating: false)
            let inner = try outer.service(at: "Work/Inner")
            await expectError(.overlap) { () throws(UploadError) in
                try await inner.makeDestination(DestinationMarker(random: 3, 4), creating: false)
            }
            let markers = drive.files.count { $0.name == ".workphotos-destination" && !$0.trashed }
            #expect(markers == 1)
            let album = try outer.service(at: "Work/Albums/Inner")
            await expectError(.overlap) { () throws(UploadError) in
                try await album.makeDestination(DestinationMarker(random: 3, 4), creating: false)
            }
            // One that was moved there later is told of when it is opened.
            let other = try outer.service(at: "Other")
            _ = try await other.makeDestination(DestinationMarker(random: 3, 4), creating: false)
            let folder = try #require(drive.files.first { $0.name == "Other" })
            drive.move(folder.id, to: outer.top)
            for place in ["Work", "Other"] {
                await expectError(.overlap) { () throws(UploadError) in
                    try await (try? outer.service(at: place))?.marker()
                }
            }
        }
    }

    @Test func `If only the client's own files are visible, the client and the account are named`() async throws {
        try await DriveWorld.run { world in
            let cause = try #require(await world.service.hiddenMarkerCause())
            #expect(cause.contains(world.registered.id) && cause.contains("anna@example.com"))
        }
        try await DriveWorld.run(scope: .drive) { world in
            #expect(await world.service.hiddenMarkerCause() == nil)
        }
    }

    @Test func `A probe whose answer was lost is not left behind`() async throws {
        try await DriveWorld.run { world in
            world.drive.plant(.dropAfter, at: .matching(method: "PUT"))
            await expectError(.transient) { () throws(UploadError) in
                try await world.service.makeDestination(marker, creating: false)
            }
            _ = try await world.service.makeDestination(marker, creating: false)
            let probes = world.drive.files.filter { $0.name == ".workphotos-probe" }
            #expect(probes.count == 1 && probes.allSatisfy(\.trashed))
        }
    }

    @Test func `A check writes a file, reads it back and moves it to the trash`() async throws {
        try await DriveWorld.run { world in
            _ = try await world.service.makeDestination(marker, creating: false)
            let service = world.another()
            _ = try await service.marker()
            let before = world.drive.files.count
            try await service.checkWriting(withName: false)
            #expect(world.drive.files.count == before)
            try await service.checkWriting(withName: true)
            #expect(world.drive.files.count == before + 1)
            #expect(world.drive.files.count { $0.name == ".workphotos-probe" && !$0.trashed } == 0)
        }
    }

    @Test func `A Drive that is full fails the check`() async throws {
        try await DriveWorld.run { world in
            _ = try await world.service.makeDestination(marker, creating: false)
            world.drive.plant(.status(403, reason: "storageQuotaExceeded"), at: .matching(method: "POST"))
            await expectError(.quota) { () throws(UploadError) in try await world.service.checkWriting(withName: true) }
        }
    }

    @Test func `Two machines that create a destination concurrently create one`() async throws {
        try await DriveWorld.run { world in
            let other = world.another()
            async let first = world.service.makeDestination(DestinationMarker(random: 1, 2), creating: false)
            async let second = other.makeDestination(DestinationMarker(random: 3, 4), creating: false)
            let markers = try await [first, second]
            let there = world.drive.files.filter { $0.name == ".workphotos-destination" && !$0.trashed }
            #expect(there.count == 1)
            let found = try await world.another().marker()
            #expect(markers.allSatisfy { $0 == found })
        }
    }

    /// The first machine's marker is the older one, but the second has looked before it was there.
    @Test func `A machine gives way to a marker whose machine has ended`() async throws {
        try await DriveWorld.run { world in
            let other = world.another()
            let held = world.drive.hold(.matching(method: "PUT", after: 1))
            async let first = world.service.makeDestination(DestinationMarker(random: 1, 2), creating: false)
            await held.reached()
            let second = try await other.makeDestination(DestinationMarker(random: 3, 4), creating: false)
            held.release()
            #expect(try await first == second)
            let there = world.drive.files.filter { $0.name == ".workphotos-destination" && !$0.trashed }
            #expect(there.count == 1)
            #expect(try await world.another().marker() == second)
        }
    }

    /// The first machine's marker is the older one. The second gives way to it, but so slowly that the first does too.
    @Test func `If both machines give way, one of them takes that back`() async throws {
        try await DriveWorld.run { world in
            let there: () -> [FakeFile] = {
                world.drive.files.filter { $0.name == ".workphotos-destination" && !$0.trashed }
            }
            let other = world.another()
            let begun = world.drive.hold(.matching(method: "PUT", after: 1))
            async let first = world.service.makeDestination(DestinationMarker(random: 1, 2), creating: false)
            await begun.reached()
            let written = world.drive.hold(.matching(method: "PUT", after: 1), at: .answer)
            async let second = other.makeDestination(DestinationMarker(random: 3, 4), creating: false)
            await written.reached()
            let slow = world.drive.hold(.matching(method: "PATCH", body: "trashed"))
            begun.release()
            while there().count < 2 { try await Task.sleep(for: .milliseconds(50)) }
            written.release()
            await slow.reached()
            while there().count > 1 { try await Task.sleep(for: .milliseconds(50)) }
            slow.release()
            let markers = try await [first, second]
            #expect(there().count == 1 && markers[0] == markers[1])
            #expect(try await world.another().marker() == markers[0])
        }
    }

    @Test func `A copy whose folder was moved meanwhile is no copy, and is not given up`() async throws {
        try await DriveWorld.run { world in
            _ = try await world.service.makeDestination(marker, creating: false)
            let sent = try await world.send([1, 2, 3], to: "a/b.jpg")
            let attic = world.drive.makeFolder("Attic", owner: world.anna, client: world.registered)
            let folder = try #require(world.drive.files.first { $0.name == "a" })
            world.drive.move(folder.id, to: attic)
            expectFailure(await world.service.finish([sent])[0], .failed)
            await expectError(.failed) { () throws(UploadError) in
                try await world.service.discard(sent.upload, source: nil)
            }
        }
    }

    @Test func `If Drive has no checksum the copy is read back`() async throws {
        try await FakeDrive.run { drive in
            let world = try DriveWorld(drive)
            _ = try await world.service.makeDestination(marker, creating: false)
            let without = Fault.without(["sha256Checksum", "md5Checksum", "sha1Checksum"])
            let sent = try await world.send([1, 2, 3], to: "a.jpg")
            drive.plant(without, at: .matching(), times: 1_000)
            let stored = try await world.service.finish([sent])[0].get()
            #expect(stored.evidence == .readNow(try #require(StoredFile(of: [1, 2, 3]).evidence.checksum)))
            #expect(try await world.another().inspect(sent.upload.target)?.evidence == stored.evidence)
        }
    }

    @Test func `Another file with the same id is not touched`() async throws {
        try await FakeDrive.run { drive in
            let world = try DriveWorld(drive)
            _ = try await world.service.makeDestination(marker, creating: false)
            let first = try await world.send([1, 2, 3], to: "a.jpg")
            _ = try await world.service.finish([first])[0].get()
            try world.library.write("other", [4, 5, 6])
            let again = world.another()
            _ = try await again.marker()
            let sent = try await again.send(try world.source("other"), as: first.upload)
            expectFailure(await again.finish([sent])[0], .failed)
            #expect(drive.file(first.upload.ticket)?.trashed == false)
        }
    }

    @Test func `A file with an objection is not sent, and an uncertain one is not given up`() async throws {
        try await FakeDrive.run { drive in
            let world = try DriveWorld(drive)
            _ = try await world.service.makeDestination(marker, creating: false)
            let sent = try await world.send([1, 2, 3], to: "a.jpg")
            expectFailure(await world.service.finish([sent]) { _ in true }[0], .objected)
            try await world.service.discard(sent.upload, source: nil)
            #expect(world.copies.isEmpty)
            let other = try await world.send([4, 5, 6], to: "b.jpg")
            drive.plant(.dropAfter, at: .matching(method: "PUT"))
            expectFailure(await world.service.finish([other])[0], .transient)
            #expect(world.copies.count == 1)
            await expectError(.failed) { () throws(UploadError) in
                try await world.service.discard(other.upload, source: nil)
            }
            drive.trash(other.upload.ticket)
            try await world.service.discard(other.upload, source: nil)
        }
    }

    @Test func `Lists that form a loop, or are incomplete, end`() async throws {
        try await FakeDrive.run { drive in
            let world = try DriveWorld(drive)
            _ = try await world.service.makeDestination(marker, creating: false)
            let contents = [RecordedContent(size: 1, sha256: [UInt8](repeating: 1, count: 32))]
            let catalogue = try #require(world.another().catalogue)
            for token in ["a", "b", "a"] {
                drive.plant(
                    .answer(
                        200, headers: ["Content-Type": "application/json"],
                        body: #"{"files":[],"nextPageToken":"\#(token)"}"#),
                    at: .matching(path: "wpSha256"))
            }
            await expectError(.failed) { () throws(UploadError) in try await catalogue.find(contents) }
            drive.removeFaults()
            drive.plant(
                .answer(
                    200, headers: ["Content-Type": "application/json"], body: #"{"files":[],"incompleteSearch":true}"#),
                at: .matching(path: "wpSha256"))
            await expectError(.transient) { () throws(UploadError) in try await catalogue.find(contents) }
        }
    }
}
