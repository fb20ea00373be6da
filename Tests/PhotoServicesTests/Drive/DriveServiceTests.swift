import FakeDrive
import PhotoModel
import PhotoPipeline
import PhotoServices
import Synchronization
import SystemPackage
import Testing
import WorkphotosTestSupport

/// What holds of Google Drive alone.
@Suite(.timeLimit(.minutes(1)))
struct DriveServiceTests {
    private let marker = DestinationMarker(random: 1, 2)

    /// Bytes of which no two blocks are equal.
    private func content(_ count: Int) -> [UInt8] {
        var page = (0..<4_096).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ count) }
        var bytes: [UInt8] = []
        while bytes.count < count {
            for place in 0..<8 { page[place] = UInt8(truncatingIfNeeded: bytes.count >> (8 * place)) }
            bytes += page
        }
        return Array(bytes.prefix(count))
    }

    private func source(_ bytes: [UInt8], in world: DriveWorld) throws -> UploadSource {
        let name = FilePath("source-\(bytes.count)")
        try world.library.write(name, bytes)
        return try world.source(name)
    }

    // MARK: - Being a destination

    @Test func `A missing folder is created, tested and marked`() async throws {
        try await DriveWorld.run(at: "Clients/Photos") { (world: DriveWorld) async throws in
            #expect(try await world.service.marker() == nil)
            #expect(world.drive.files.count == 1, "a question makes nothing")
            #expect(try await world.service.makeDestination(marker, creating: false) == marker)
            let files = world.drive.files.filter { !$0.trashed }.map(\.name).sorted()
            #expect(files == [".workphotos-destination", "Clients", "Photos", "Work"])
            #expect(world.drive.files.filter(\.trashed).map(\.name) == [".workphotos-probe"])
            #expect(try await world.another().marker() == marker)
        }
    }

    @Test func `A renamed or moved folder is still the destination`() async throws {
        try await DriveWorld.run { world in
            _ = try await world.service.makeDestination(marker, creating: false)
            let other = world.drive.makeFolder("Attic", owner: world.anna, client: world.registered)
            world.drive.rename(world.top, to: "Old work")
            world.drive.move(world.top, to: other)
            #expect(try await world.another().marker() == marker)
            _ = try await world.upload([1, 2, 3], to: "Office/a.jpg")
            #expect(try world.bytes(at: "Office/a.jpg") == [1, 2, 3])
        }
    }

    @Test func `Two markers are an error that names both`() async throws {
        try await DriveWorld.run { world in
            _ = try await world.service.makeDestination(marker, creating: false)
            let first = try #require(world.drive.files.first { $0.name == ".workphotos-destination" })
            let second = world.drive.put(
                ".workphotos-destination", marker.file, in: world.top, owner: world.anna, client: world.registered,
                appProperties: first.appProperties[world.registered.id] ?? [:])
            do throws(UploadError) {
                _ = try await world.another().marker()
                Issue.record("one was taken")
            } catch {
                #expect(error.kind == .unavailable && error.cause.contains(first.id) && error.cause.contains(second))
            }
        }
    }

    @Test func `A trashed folder or marker is no destination`() async throws {
        try await DriveWorld.run { world in
            _ = try await world.service.makeDestination(marker, creating: false)
            let sent = try await world.send([1], to: "a.jpg")
            let file = try #require(world.drive.files.first { $0.name == ".workphotos-destination" })
            world.drive.trash(file.id)
            #expect(try await world.service.marker() == nil)
            #expect(try await world.another().marker() == nil)
            world.drive.trash(world.top)
            await expectError(.unavailable) { () throws(UploadError) in try await world.service.marker() }
            expectFailure(await world.service.finish([sent])[0], .unavailable)
            #expect(world.copies.isEmpty)
        }
    }

    @Test func `A service account without storage is told to use a shared drive`() async throws {
        try await DriveWorld.run { world in
            world.drive.setStorageLimit(1, of: world.anna)
            do throws(UploadError) {
                _ = try await world.service.makeDestination(marker, creating: false)
                Issue.record("it was made")
            } catch {
                #expect(error.kind == .quota, "\(error.cause)")
            }
        }
    }

    @Test func `A shared drive accepts copies if the sign-in can reach it`() async throws {
        try await FakeDrive.run { drive in
            let id = drive.makeSharedDrive("Team", members: ["anna@example.com": "fileOrganizer"])
            let world = try DriveWorld(drive, at: "//\(id)/Photos", scope: .drive)
            #expect(try await world.service.makeDestination(marker, creating: false) == marker)
            _ = try await world.upload([1, 2, 3], to: "Office/a.jpg")
            let copy = try #require(world.copies.first)
            #expect(copy.driveID == id && drive.content(of: copy.id) == [1, 2, 3])
            #expect(try await world.another().marker() == marker)
            #expect(drive.breaches.isEmpty, "\(drive.breaches)")
            let other = try DriveWorld(drive, at: "//\(id)/Photos", scope: .file)
            do throws(UploadError) {
                _ = try await other.service.makeDestination(marker, creating: false)
                Issue.record("it was made")
            } catch {
                #expect(error.cause.contains("scope drive"), "\(error.cause)")
            }
        }
    }

    @Test func `A user who can add files to a shared drive but not remove them is told so`() async throws {
        try await FakeDrive.run { drive in
            let id = drive.makeSharedDrive("Team", members: ["anna@example.com": "writer"])
            let world = try DriveWorld(drive, at: "//\(id)/Photos", scope: .drive)
            do throws(UploadError) {
                _ = try await world.service.makeDestination(marker, creating: false)
                Issue.record("it was made")
            } catch {
                #expect(error.kind == .unavailable && error.cause.contains("content manager"), "\(error.cause)")
            }
        }
    }

    // MARK: - Sending

    @Test func `A copy has name, time, type and notes`() async throws {
        try await DriveWorld.run { world in
            _ = try await world.service.makeDestination(marker, creating: false)
            let bytes = content(5_000)
            let hash = try source(bytes, in: world).hashes().sha256
            let upload = try await world.service.prepare(
                PlannedCopy(
                    target: "Büro/2026/a.jpg", size: 5_000, modified: 1_700_000_000_123_456_700, sha256: hash,
                    part: PlannedCopy.Part(group: "0123456789abcdef", role: .raw)))
            let sent = try await world.service.send(try source(bytes, in: world), as: upload)
            #expect(world.copies.isEmpty, "there is no file before it is finished")
            _ = try await world.service.finish([sent])[0].get()
            let copy = try #require(world.copies.first)
            #expect(copy.id == upload.target.id && copy.name == "a.jpg" && copy.mimeType == "image/jpeg")
            #expect(copy.modifiedTime == "2023-11-14T22:13:20.123Z")
            #expect(
                copy.appProperties[world.registered.id] == [
                    "wpSha256": hexText(hash), "wpGroup": "0123456789abcdef", "wpRole": "raw", "wpSchema": "1",
                    "wpDestination": marker.text,
                ])
        }
    }

    @Test(arguments: [0, 1, 262_144, 262_145, 2 << 20, 2 << 20 + 1, 3 << 20 + 77])
    func `Files of all sizes are transferred completely, and once`(size: Int) async throws {
        try await DriveWorld.run { world in
            _ = try await world.service.makeDestination(marker, creating: false)
            let bytes = content(size)
            let stored = try await world.upload(bytes, to: "a.jpg")
            #expect(stored.size == Int64(size) && world.copies.count == 1)
            #expect(try world.bytes(at: "a.jpg") == bytes)
        }
    }

    /// What becomes of a request.
    private static let faults: [Fault] = [
        .status(503), .status(500), .dropBefore, .dropAfter, .cutAnswer(after: 3),
        .status(429, reason: "rateLimitExceeded"),
        .status(403, reason: "userRateLimitExceeded"), .status(401, reason: "authError"), .html(502), .text(500, "no"),
    ]

    /// Does something again until it is done, as the pipeline does.
    private func again<Value>(_ body: () async throws(UploadError) -> Value) async throws(UploadError) -> Value {
        for _ in 0..<6 {
            do throws(UploadError) {
                return try await body()
            } catch  where error.kind == .transient {}
        }
        return try await body()
    }

    @Test(arguments: faults.indices, [5_000, 3 << 20 + 5])
    func `Whatever happens to a request, there is one copy in the end`(fault: Int, size: Int) async throws {
        let fault = Self.faults[fault]
        try await DriveWorld.run { world in
            _ = try await world.service.makeDestination(marker, creating: false)
            let bytes = content(size)
            let plain = world.drive.requests.count
            _ = try await world.upload(bytes, to: "Office/2026/a.jpg")
            let count = world.drive.requests.count - plain
            for number in 1...count {
                let target = FilePath("Shed\(number)/2026/a.jpg")
                world.drive.plant(fault, at: .number(world.drive.requests.count + number))
                let source = try source(bytes, in: world)
                let upload = try await again { () async throws(UploadError) in
                    try await world.service.prepare(PlannedCopy(target: target, size: Int64(size), modified: 0))
                }
                let last = Mutex<ResumeToken?>(nil)
                let sent = try await again { () async throws(UploadError) in
                    try await world.service.send(source, as: upload, resuming: last.withLock(\.self)) { token in
                        last.withLock { $0 = token }
                    } progress: { _ in
                    }
                }
                let stored = try await again { () async throws(UploadError) in
                    try await world.service.finish([sent])[0].get()
                }
                #expect(stored.size == Int64(size))
                #expect(world.drive.content(of: upload.ticket) == bytes, "request \(number)")
                world.drive.removeFaults()
            }
            #expect(world.copies.count == count + 1)
            let folders = world.drive.files.filter { $0.isFolder && $0.name.hasPrefix("Shed") }
            #expect(Set(folders.map(\.name)).count == folders.count, "each folder is made once")
        }
    }

    /// Sends until so many questions whether to stop were asked.
    ///
    /// - Returns: how many bytes went over, and the last token that was given out.
    private func sendBeginning(
        _ upload: TicketedUpload, _ bytes: [UInt8], in world: DriveWorld, questions: Int
    ) async throws -> (gone: Int64, token: ResumeToken?) {
        try world.library.write("cut", bytes)
        let source = try world.source("cut", interruption: TestInterruption(afterQuestions: questions))
        let gone = Mutex<Int64>(0)
        let token = Mutex<ResumeToken?>(nil)
        await expectError(.interrupted) { () throws(UploadError) in
            try await world.service.send(source, as: upload, resuming: nil) { new in
                token.withLock { $0 = new }
            } progress: { count in
                gone.withLock { $0 += count }
            }
        }
        return (gone.withLock(\.self), token.withLock(\.self))
    }

    private func upload(_ bytes: [UInt8], to target: FilePath, in world: DriveWorld) async throws -> TicketedUpload {
        let hash = try source(bytes, in: world).hashes().sha256
        return try await world.service.prepare(
            PlannedCopy(target: target, size: Int64(bytes.count), modified: 0, sha256: hash))
    }

    @Test func `What was cut off before its answer is not given up, since it may exist in a moment`() async throws {
        try await DriveWorld.run { world in
            _ = try await world.service.makeDestination(marker, creating: false)
            let sent = try await world.send([1, 2, 3], to: "a.jpg")
            let held = world.drive.hold(.matching(method: "PUT"), at: .handling)
            let service = world.service
            let finishing = Task { await service.finish([sent])[0] }
            await held.reached()
            finishing.cancel()
            expectFailure(await finishing.value, .interrupted)
            #expect(world.copies.isEmpty)
            await expectError(.failed) { () throws(UploadError) in
                try await service.discard(sent.upload, source: nil)
            }
            #expect(service.storesLate, "later runs look for it")
            held.release()
        }
    }

    @Test func `An interrupted file does not exist, and another run resumes it`() async throws {
        try await DriveWorld.run { world in
            _ = try await world.service.makeDestination(marker, creating: false)
            let bytes = content(40 << 20)
            let upload = try await upload(bytes, to: "a.jpg", in: world)
            let (gone, token) = try await sendBeginning(upload, bytes, in: world, questions: 70)
            #expect(gone == 0, "what went is taken back, since the next run tells it anew")
            #expect(world.copies.isEmpty)
            let other = world.another()
            let told = Mutex<Int64>(0)
            let came = world.drive.requests.filter { $0.method == "PUT" }.map(\.bodyLength).reduce(0, +)
            let sent = try await other.send(
                try source(bytes, in: world), as: upload, resuming: token, checkpoint: { _ in }
            ) { count in told.withLock { $0 += count } }
            _ = try await other.finish([sent])[0].get()
            #expect(told.withLock(\.self) == Int64(bytes.count))
            #expect(try world.bytes(at: "a.jpg") == bytes && world.copies.count == 1)
            let all = world.drive.requests.filter { $0.method == "PUT" }.map(\.bodyLength).reduce(0, +)
            #expect(all - came < bytes.count, "what was there already is not sent again")
        }
    }

    @Test func `An interrupted file is sent anew if its folder has another name by now`() async throws {
        try await DriveWorld.run { world in
            _ = try await world.service.makeDestination(marker, creating: false)
            let bytes = content(3 << 20)
            let upload = try await upload(bytes, to: "Office/a.jpg", in: world)
            let token = try await sendBeginning(upload, bytes, in: world, questions: 3).token
            let old = world.folder(["Office"])
            world.drive.rename(old, to: "old")
            let other = world.another()
            let sent = try await other.send(
                try source(bytes, in: world), as: upload, resuming: token, checkpoint: { _ in }, progress: { _ in })
            _ = try await other.finish([sent])[0].get()
            #expect(try world.bytes(at: "Office/a.jpg") == bytes && world.copies.map(\.id) == [upload.ticket])
            #expect(!world.drive.files.contains { $0.parents == [old] })
        }
    }

    @Test(arguments: [false, true])
    func `An expired upload begins again with the same id`(isExpired: Bool) async throws {
        try await DriveWorld.run { world in
            _ = try await world.service.makeDestination(marker, creating: false)
            let bytes = content(3 << 20)
            let upload = try await upload(bytes, to: "a.jpg", in: world)
            let token = try await sendBeginning(upload, bytes, in: world, questions: 3).token
            if isExpired { world.drive.expireUploads() }
            let known = Mutex(isExpired ? token : ResumeToken(Secret(Array("of another".utf8))))
            let sent = try await again { () async throws(UploadError) in
                let source = try UploadSource(world.library.path("cut"), interruption: TestInterruption())
                // As a run does, which never asks again for an upload that it has begun anew.
                return try await world.service.send(source, as: upload, resuming: known.withLock(\.self)) { new in
                    known.withLock { $0 = new }
                } progress: { _ in
                }
            }
            _ = try await again { () async throws(UploadError) in try await world.service.finish([sent])[0].get() }
            #expect(try world.bytes(at: "a.jpg") == bytes && world.copies.map(\.id) == [upload.ticket])
        }
    }

    @Test func `An expired upload is not asked for again after another failure`() async throws {
        try await DriveWorld.run { world in
            _ = try await world.service.makeDestination(marker, creating: false)
            let bytes = content(3 << 20)
            let upload = try await upload(bytes, to: "a.jpg", in: world)
            let token = try await sendBeginning(upload, bytes, in: world, questions: 3).token
            world.drive.expireUploads()
            world.drive.plant(.status(503, reason: "backendError"), at: .matching(method: "POST"))
            let known = Mutex(token)
            func send(by service: any UploadService) async throws(UploadError) -> SentUpload {
                let source = try UploadSource(world.library.path("cut"), interruption: TestInterruption())
                return try await service.send(source, as: upload, resuming: known.withLock(\.self)) { new in
                    known.withLock { $0 = new }
                } progress: { _ in
                }
            }
            await expectError(.transient) { () throws(UploadError) in try await send(by: world.service) }
            #expect(known.withLock(\.self) == nil, "no later run asks for it either")
            let other = world.another()
            let sent = try await send(by: other)
            _ = try await other.finish([sent])[0].get()
            #expect(known.withLock(\.self) != nil)
            #expect(try world.bytes(at: "a.jpg") == bytes)
        }
    }

    @Test(arguments: [5_000, 3 << 20 + 5])
    func `A copy with other bytes than sent is moved to the trash`(size: Int) async throws {
        try await DriveWorld.run { world in
            _ = try await world.service.makeDestination(marker, creating: false)
            world.drive.plant(.wrongBytes, at: .matching(method: "PUT"))
            let sent = try await world.send(content(size), to: "a.jpg")
            expectFailure(await world.service.finish([sent])[0], .corrupted)
            #expect(world.copies.isEmpty)
            #expect(world.drive.file(sent.upload.ticket)?.trashed == true)
        }
    }

    @Test func `If Drive has no SHA-256, its MD5 and the size count`() async throws {
        try await DriveWorld.run { world in
            world.drive.omitsSHA256 = true
            _ = try await world.service.makeDestination(marker, creating: false)
            let stored = try await world.upload([1, 2, 3], to: "a.jpg")
            #expect(stored.evidence.checksum?.kind == .md5)
        }
    }

    @Test func `A daily limit and a lasting rate limit end a run, and say when they may pass`() async throws {
        try await DriveWorld.run { world in
            _ = try await world.service.makeDestination(marker, creating: false)
            let sent = try await world.send([1], to: "a.jpg")
            for reason in ["dailyLimitExceeded", "storageQuotaExceeded"] {
                world.drive.plant(.status(403, reason: reason), at: .matching(method: "POST"))
                expectFailure(await world.service.finish([sent])[0], .quota)
            }
            world.drive.plant(
                .status(403, reason: "userRateLimitExceeded", retryAfter: 7), at: .matching(method: "POST"))
            guard case .failure(let error) = await world.service.finish([sent])[0] else {
                Issue.record("it was sent")
                return
            }
            #expect(error.kind == .transient && error.lasting == .quota && error.retryAfter == .seconds(7))
        }
    }
}
