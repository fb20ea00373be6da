internal import CFuzzer
internal import Glibc
internal import PhotoFuzzing
internal import SystemPackage

/// Fuzzes a reader if libFuzzer is linked; otherwise replays files.
@main
struct FuzzCommand {
    private static let usage = """
        usage:
          workphotos-fuzz --reader=READER FLAG… DIRECTORY…  fuzz, where libFuzzer is linked; the flags are its own
          workphotos-fuzz --reader=READER [--names] PATH…   read files again, where it is not, and name each before
          workphotos-fuzz --reader=READER --gather=DIRECTORY PATH…
                                                            put the inputs found in files into a directory
          workphotos-fuzz --readers                         list the readers
        """

    static func main() {
        if CommandLine.arguments.contains("--readers") {
            return print(FuzzedReader.allCases.map(\.rawValue).joined(separator: "\n"))
        }
        guard let reader = option("reader").flatMap(FuzzedReader.init) else { fail("which reader?\n\(usage)", 64) }
        let paths = CommandLine.arguments.dropFirst().filter { !$0.hasPrefix("-") }.map { FilePath($0) }
        do {
            if let directory = option("gather") {
                try Gathering(reader, into: FilePath(directory)).gather(paths)
            } else if workphotos_fuzzer_is_linked() {
                Fuzzing.start(reader)
            } else {
                try Replay(reader, isNaming: CommandLine.arguments.contains("--names")).replay(paths)
            }
        } catch {
            fail("\(error)", 1)
        }
    }

    /// The value of an argument `--name=value`; nil if it is missing. libFuzzer ignores such arguments.
    private static func option(_ name: String) -> String? {
        let prefix = "--\(name)="
        return CommandLine.arguments.first { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }

    /// Exits with a message on standard error.
    static func fail(_ message: String, _ status: Int32) -> Never {
        _ = try? FileDescriptor.standardError.writeAll("workphotos-fuzz: \(message)\n".utf8)
        exit(status)
    }
}
