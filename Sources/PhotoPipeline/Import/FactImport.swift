import PhotoFiles
import PhotoIndex
import PhotoModel
package import SystemPackage

/// What an import did: the contract's `summary` of index import.
package struct ImportSummary: Sendable {
    /// The directories below which photos were imported.
    package var roots: [FilePath] = []
    /// Photos in the files of facts.
    package var photos = 0
    /// Of them, those that the index did not have.
    package var new = 0
    /// Of them, those of which it knows something else now.
    package var changed = 0
    /// Files and lines that cannot be used.
    package var problems = 0
    /// The signal that ended it early.
    package var signal: InterruptionSignal?
    package var seconds = 0.0
}

/// Puts what other machines have read into the index. One task reads the files and saves, others read the lines.
final class FactImport {
    /// A directory below which photos are imported.
    private struct Place {
        let target: ScanTarget
        let writer: ScanWriter
        /// The path with a slash at its end, and that of the root.
        let prefix, root: [UInt8]
        var files: [ScannedFile] = []
    }

    private let index: PhotoIndex
    private let rules: JudgingRules
    private let environment: Environment
    private let report: (Finding) -> Void
    private var places: [Place] = []
    /// The paths that were imported: a killed task's lines may be there twice.
    private var seen: Set<PathKey> = []
    private var summary = ImportSummary()

    /// - Parameters:
    ///   - index: the index to write; a copy in memory for a dry run.
    ///   - rules: the rules to judge by. The index has been judged by them already.
    ///   - options: the directories below which photos are imported.
    init(
        index: PhotoIndex, rules: JudgingRules, options: ScanOptions, environment: Environment,
        report: @escaping (Finding) -> Void
    ) throws {
        self.index = index
        self.rules = rules
        self.environment = environment
        self.report = report
        let targets = ScanTargets(index: index, options: options, clock: environment.clock)
        places = try targets.resolve(record).found.map { target in
            Place(
                target: target, writer: try index.importWriter(root: target.root.id, basis: rules.basis),
                prefix: target.root.path.appending(bytes: target.start).bytes.withSlash,
                root: target.root.path.bytes.withSlash)
        }
        summary.roots = places.map { $0.target.root.path.appending(bytes: $0.target.start) }
    }

    /// Imports files of facts, and directories of them.
    ///
    /// - Throws: `IndexError` where the index fails; what was saved before is kept.
    func run(_ files: [FilePath], progress: any ProgressReporter) async throws -> ImportSummary {
        let began = environment.clock.uptime
        progress.begin("Importing")
        defer { progress.end() }
        try await withThrowingTaskGroup(of: (files: [ImportedFile], findings: [Finding]).self) { group in
            var jobs = 0
            for file in files.flatMap(factFiles) where environment.interruption.signal == nil {
                do {
                    let blocks = try FactBlocks(file, interruption: environment.interruption)
                    while environment.interruption.signal == nil, let block = try blocks.next() {
                        group.addTask { block.read() }
                        jobs += 1
                        guard jobs > environment.readers, let read = try await group.next() else { continue }
                        jobs -= 1
                        try save(read.files, read.findings)
                        progress.update(done: seen.count, total: nil)
                    }
                } catch let error as Errno {
                    let isMissing = error == .noSuchFileOrDirectory
                    record(Finding(path: file, kind: isMissing ? .missing : .unreadable, detail: error.description))
                } catch let error as PipelineError where error.kind != .interrupted {
                    record(Finding(path: file, kind: .unreadable, detail: error.message))
                } catch is PipelineError {
                    break
                }
            }
            while let read = try await group.next() { try save(read.files, read.findings) }
        }
        for place in places { try place.writer.finishImport { rules.triage.judge(members: $0) } }
        for counts in places.map(\.writer.counts) {
            summary.new += counts.new
            summary.changed += counts.changed
            summary.photos += counts.new + counts.changed + counts.same
        }
        summary.signal = environment.interruption.signal
        summary.seconds = Double(environment.clock.uptime - began) / 1e9
        return summary
    }

    private func record(_ finding: Finding) {
        summary.problems += 1
        report(finding)
    }

    private func save(_ files: [ImportedFile], _ findings: [Finding]) throws {
        findings.forEach { record($0) }
        for file in files {
            guard let place = places.firstIndex(where: { file.path.starts(with: $0.prefix) }) else {
                record(
                    Finding(
                        path: FilePath(bytes: file.path), kind: .rootMissing,
                        detail: "is in none of the directories to import; name one with --root"))
                continue
            }
            let path = Array(file.path.dropFirst(places[place].root.count))
            let root = places[place].target.root
            guard seen.insert(PathKey(root: root.id, directory: path)).inserted else { continue }
            var scanned = ScannedFile(row: nil, path: path, fileSystem: root.fileSystem, reading: file.reading)
            scanned.mayBeGrouped = file.mayBeGrouped
            places[place].files.append(scanned)
        }
        for place in places.indices {
            try places[place].writer.save(places[place].files) { rules.triage.judge(members: $0) }
            places[place].files = []
        }
    }

    /// A file, or those in a directory and below it, in order. A name that begins with a dot or an underscore is of
    /// what the program that writes the others needs for itself.
    private func factFiles(_ path: FilePath) -> [FilePath] {
        do {
            let names = try names(in: path).filter { !"._".utf8.contains($0[0]) }
            return names.sorted { $0.lexicographicallyPrecedes($1) }.flatMap { factFiles(path.appending(bytes: $0)) }
        } catch {
            // A file; or what says why it cannot be read when it is opened.
            return [path]
        }
    }
}

/// Whole lines of a file of facts.
struct FactBlock: Sendable {
    let file: FilePath
    /// The number of the first line, from 1.
    let line: Int
    let bytes: [UInt8]

    /// What the lines say, and what is wrong with those that say nothing.
    func read() -> (files: [ImportedFile], findings: [Finding]) {
        var (files, findings): ([ImportedFile], [Finding]) = ([], [])
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (number, text) in zip(line..., lines) where !text.isEmpty {
            do throws(FactLine.Mistake) {
                if let file = try FactLine(Array(text)).file() { files.append(file) }
            } catch {
                findings.append(Finding(path: file, kind: .corrupt, detail: "line \(number) \(error.message)"))
            }
        }
        return (files, findings)
    }
}

/// Reads a file, or a pipe, in blocks of whole lines.
final class FactBlocks {
    private static let size = 1 << 18
    private static let longestLine = 1 << 24

    private let file: FilePath
    private let stream: WaitingStream
    /// The beginning of a line that was not read to its end.
    private var rest: [UInt8] = []
    private var line = 1

    /// - Throws: what open(2) fails with.
    init(_ file: FilePath, interruption: any Interruption) throws {
        self.file = file
        stream = try WaitingStream(file, interruption: interruption, patience: .seconds(10))
    }

    /// The next lines, a last one without its end among them; nil at the end.
    func next() throws -> FactBlock? {
        var bytes = rest
        rest = []
        var block = [UInt8](repeating: 0, count: Self.size)
        while bytes.count < Self.longestLine {
            let count = try unsafe block.withUnsafeMutableBytes { try unsafe stream.read(into: $0) }
            if count == 0 { break }
            bytes += block[..<count]
            if let end = block[..<count].lastIndex(of: UInt8(ascii: "\n")) {
                rest = Array(block[(end + 1)..<count])
                bytes.removeLast(rest.count)
                break
            }
        }
        if bytes.isEmpty { return nil }
        defer { line += bytes.count { $0 == UInt8(ascii: "\n") } }
        return FactBlock(file: file, line: line, bytes: bytes)
    }
}
