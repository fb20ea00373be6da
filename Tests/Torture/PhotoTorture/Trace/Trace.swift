internal import Foundation
internal import SystemPackage

/// The calls of each thread, in order, from strace's output.
struct Trace {
    struct Call {
        /// The thread, from 1 in order of appearance.
        var thread: Int
        /// The system's name of the call.
        var name: String
        /// Its number among the thread's calls of this name, from 1, like strace's `when`.
        var count: Int
        /// The line, from the name on.
        var text: String

        /// Whether it uses a connection.
        var isOnSocket: Bool { text.contains("<socket:[") }

        /// Whether it uses the descriptor with which threads wake each other.
        var isOnWaker: Bool { text.contains("<anon_inode:[") }

        /// Whether the call names a path at or below a directory, or a file in it. The directory that relative paths
        /// start from does not count, because strace shows it for absolute paths too.
        func isAbout(_ directory: String) -> Bool {
            guard text.contains(directory) else { return false }
            let parts = text.split(separator: "AT_FDCWD<", omittingEmptySubsequences: false)
            let named = parts[0...0] + parts.dropFirst().map { $0.drop { $0 != ">" } }
            return named.contains { $0.contains(directory) }
        }
    }

    private(set) var calls: [Call] = []
    /// The calls with an injected result, in any thread.
    private(set) var injected: [Call] = []
    /// The number of threads that a signal stopped.
    private(set) var stops = 0
    /// The process id; nil if it made no call.
    private(set) var process: Int32?

    /// - Parameter log: strace's output file.
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
            // An answer after another thread's call is on its own line.
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

    func call(at site: CallSite) -> Call? {
        calls.first { $0.name == site.call && $0.count == site.count }
    }

    /// The calls up to the one at a site; the last calls if there is none.
    func surroundings(of site: CallSite, count: Int = 12) -> [String] {
        let hit = calls.firstIndex { $0.name == site.call && $0.count == site.count } ?? calls.count - 1
        return calls[max(0, hit - count)..<max(0, hit + 1)].map { "thread \($0.thread): \($0.text.prefix(200))" }
    }
}
