internal import Foundation
internal import SystemPackage

/// What strace wrote of a run: the calls of each thread, in the order in which they came.
struct Trace {
    /// A call of a thread.
    struct Call {
        /// The thread, from 1 in the order in which they showed up.
        var thread: Int
        /// The system's name for it.
        var name: String
        /// The how manieth call of this name it is of its thread, from 1: what strace's `when` counts.
        var count: Int
        /// The line, from its name on.
        var text: String

        /// Whether it is about a connection.
        var isOnSocket: Bool { text.contains("<socket:[") }

        /// Whether it is about what one thread wakes another with.
        var isOnWaker: Bool { text.contains("<anon_inode:[") }

        /// Whether a path is at or below a directory that it names, or that a file it names lies in. The directory that
        /// paths are taken from does not count: strace shows it for absolute ones as well.
        func isAbout(_ directory: String) -> Bool {
            guard text.contains(directory) else { return false }
            let parts = text.split(separator: "AT_FDCWD<", omittingEmptySubsequences: false)
            let named = parts[0...0] + parts.dropFirst().map { $0.drop { $0 != ">" } }
            return named.contains { $0.contains(directory) }
        }
    }

    /// All calls.
    private(set) var calls: [Call] = []
    /// The calls that were given an injected answer, by any thread.
    private(set) var injected: [Call] = []
    /// How many threads were stopped by a signal.
    private(set) var stops = 0
    /// The process; nil where it did nothing.
    private(set) var process: Int32?

    /// - Parameter log: what strace was told to write to.
    init(log: FilePath) {
        let text = (try? Data(contentsOf: URL(fileURLWithPath: log.string))) ?? Data()
        var threads: [Int32: Int] = [:]
        var counts: [Int32: [String: Int]] = [:]
        var last: [Int32: Call] = [:]
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
            let words = line.drop { $0 == " " }
            guard let identifier = Int32(words.prefix { $0.isNumber }) else { continue }
            let rest = words.drop { $0.isNumber }.drop { $0 == " " }
            process = process ?? identifier
            if rest.hasPrefix("--- stopped by SIGSTOP") { stops += 1 }
            // An answer that comes after another thread's call stands on a line of its own.
            defer { if rest.contains("(INJECTED)"), let call = last[identifier] { injected.append(call) } }
            guard rest.first?.isLetter == true, let end = rest.firstIndex(of: "(") else { continue }
            let thread = threads[identifier, default: threads.count + 1]
            threads[identifier] = thread
            let name = String(rest[..<end])
            let count = counts[identifier, default: [:]][name, default: 0] + 1
            counts[identifier, default: [:]][name] = count
            let call = Call(thread: thread, name: name, count: count, text: String(rest))
            calls.append(call)
            last[identifier] = call
        }
    }

    /// The first call that came as far as a site.
    func call(at site: CallSite) -> Call? {
        calls.first { $0.name == site.call && $0.count == site.count }
    }

    /// The calls before the one at a site, and it; the last calls where there is none.
    func surroundings(of site: CallSite, count: Int = 12) -> [String] {
        let hit = calls.firstIndex { $0.name == site.call && $0.count == site.count } ?? calls.count - 1
        return calls[max(0, hit - count)..<max(0, hit + 1)].map { "thread \($0.thread): \($0.text.prefix(200))" }
    }
}
