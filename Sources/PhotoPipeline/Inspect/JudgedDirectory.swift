import PhotoFiles
import PhotoIntake
import PhotoModel
import SystemPackage

/// The files of one directory as a scan finds, reads, groups and judges them, without an index.
struct JudgedDirectory: Sendable {
    private struct Group {
        /// The leader first, by their paths from the directory.
        let members: [(name: [UInt8], role: Photo.Member.Role, bytes: Int64)]
        let judgement: Judgement
    }

    private let triage: Triage
    /// The files that were read, by their paths from the directory.
    private var files: [[UInt8]: ScannedFile] = [:]
    /// Each file's group.
    private var groups: [[UInt8]: Group] = [:]
    /// What cannot be read, by its path from the directory; empty for the directory itself.
    private var findings: [[UInt8]: Finding] = [:]

    /// Reads a directory, as many files at a time as there are processors. A signal ends the reading.
    ///
    /// - Parameter fileSystems: those of the directories before it.
    init(
        _ place: WalkRoot, options: ScanOptions, rules: JudgingRules, fileSystems: FileSystemTable,
        in environment: Environment
    ) async {
        triage = rules.triage
        if SkippedByRules(root: place, options: options.walk).contains(place.start, isDirectory: true) { return }
        let (start, top) = (place.start, place.path.appending(bytes: place.start).bytes)
        for entry in await Self.entries(place, options, fileSystems, in: environment) {
            switch entry {
            case .file(let file): files[Self.path(file.path, below: start)] = file
            case .finding(let finding): findings[Self.path(finding.path.bytes, below: top)] = finding
            }
        }
        group(in: place.start)
    }

    /// A path that begins with a directory's, from there.
    private static func path(_ path: [UInt8], below directory: [UInt8]) -> [UInt8] {
        Array(path.dropFirst(directory.count).drop { $0 == UInt8(ascii: "/") })
    }

    /// The results of reading every file that a scan would read in a directory, in no particular order.
    private static func entries(
        _ place: WalkRoot, _ options: ScanOptions, _ fileSystems: FileSystemTable, in environment: Environment
    ) async -> [ReadingJob.Entry] {
        var options = options.walk
        options.isShallow = true
        var walk = Walk(root: place, options: options, fileSystems: fileSystems)
        var comparison = IndexComparison(root: place.id, known: KnownFiles())
        let (clock, started) = (environment.clock, environment.clock.now)
        return await withTaskGroup(of: [ReadingJob.Entry].self) { group in
            var entries: [ReadingJob.Entry] = []
            var next = ReadingJob()
            while environment.interruption.signal == nil, let examined = walk.next() {
                let batch = comparison.compare(examined)
                entries += batch.findings.map(ReadingJob.Entry.finding)
                next.add(batch)
                guard next.isFull(descriptors: environment.openFiles / 16) else { continue }
                group.addTask { [next] in next.read(clock: clock, since: started, TakeoutBindings()) }
                next = ReadingJob()
            }
            entries += next.read(clock: clock, since: started, TakeoutBindings())
            for await read in group { entries += read }
            return entries
        }
    }

    /// Works out the groups, and judges each.
    private mutating func group(in directory: [UInt8]) {
        let grouped = files.compactMap { name, file in
            GroupingFile(name: name, content: file.reading.content)
        }.filter { $0.isGrouped(in: directory) }
        for members in FileGroups(grouped).groups {
            let found = members.compactMap { member in
                files[grouped[member.file].name].map { (name: grouped[member.file].name, role: member.role, file: $0) }
            }
            let group = Group(
                members: found.map { (name: $0.name, role: $0.role, bytes: $0.file.reading.fingerprint.size) },
                judgement: triage.judge(members: found.compactMap(\.file.reading.content.judged)))
            for member in found { groups[member.name] = group }
        }
    }
}

extension JudgedDirectory {
    /// What a file of the directory is, with its verdict. A sidecar is read anew, since scans keep little of one.
    ///
    /// - Parameters:
    ///   - path: the file as it was named, directly in the directory.
    ///   - inspection: reads what scans leave out.
    func result(_ path: FilePath, _ inspection: inout Inspection) -> Result<Photo, Inspection.Refusal> {
        let name = DirectorySiblings.name(of: path)
        if let finding = findings[name] ?? findings[[]] {
            return .failure(Inspection.refusal(path, finding.kind, finding.detail))
        }
        guard let file = files[name] else {
            return inspection.read(path, includingSidecars: true).flatMap { _ in
                .failure(Inspection.refusal(path, .unsupported, "a scan leaves it out"))
            }
        }
        guard case .photo(let facts) = file.reading.content else {
            return inspection.read(path, includingSidecars: true).map { judged($0, file, name) }
        }
        var photo = Photo(path: path, fingerprint: file.reading.fingerprint, facts: facts, members: [])
        photo.facts.captureTime = triage.captureTime(of: facts)
        return .success(judged(photo, file, name))
    }

    private func judged(_ photo: Photo, _ file: ScannedFile, _ name: [UInt8]) -> Photo {
        var photo = photo
        photo.keepsInodes = file.fileSystem.keepsInodes
        guard let group = groups[name] else { return photo }
        let directory = photo.path.removingLastComponent()
        photo.judgement = group.judgement
        photo.members = group.members.map {
            Photo.Member(path: directory.appending(bytes: $0.name), role: $0.role, bytes: $0.bytes)
        }
        return photo
    }
}
