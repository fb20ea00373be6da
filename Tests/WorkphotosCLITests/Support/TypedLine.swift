import PhotoPipeline
import SystemPackage
import WorkphotosCLI
import WorkphotosTestSupport

/// A line that the program tells users to type.
struct TypedLine {
    /// The words of the line by the shell's rules, without variable assignments before the command.
    let words: [String]

    init(_ line: String) {
        words = Array(Self.words(of: line).drop { $0.contains("=") && !$0.hasPrefix("-") })
    }

    /// The lines after `next:` in the notes of a run.
    static func next(of outcome: Outcome) -> [String] {
        let lines = (outcome.notes + outcome.output).split(separator: "\n").filter { !$0.hasPrefix("{") }
        let told = lines.map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("next: ") }.map { String($0.dropFirst(6)) }
        let objects = outcome.output.split(separator: "\n").filter { $0.hasPrefix("{") }
        return told + objects.compactMap { try? JSONObject(.init($0.utf8))["next"] }
    }

    /// Whether it can be typed: it is accepted by our program, or is a command of the system.
    func isValid() async -> Bool {
        guard words.first == "workphotos" else {
            let known = ["ls", "df", "mv", "chmod", "ogr2ogr", "sudoedit", "systemctl", "timedatectl"]
            return known.contains(words.first ?? "") || words.starts(with: ["rm", "--"])
        }
        let console = RecordingConsole()
        var runs = false
        let code = await Workphotos.run(Array(words.dropFirst()), console: console) {
            runs = true
            // A command that may open no files ends before it does anything.
            var environment = PhotoPipeline.Environment.test(
                owner: "nobody", currentDirectory: "/", console: console, clock: SteppingClock(now: 0))
            environment.openFiles = 0
            return environment
        }
        return runs || code == 0
    }

    /// A line's words by the rules of quoting (POSIX.1-2024, 2.2), as far as our own quoting uses them.
    private static func words(of line: String) -> [String] {
        var words: [[UInt8]] = []
        var rest = Array(line.utf8)[...]
        var isInWord = false
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: " ") {
                isInWord = false
                continue
            }
            if !isInWord { words.append([]) }
            isInWord = true
            if byte == UInt8(ascii: "$"), rest.first == UInt8(ascii: "'") {
                rest = rest.dropFirst()
                while let next = rest.popFirst(), next != UInt8(ascii: "'") {
                    words[words.count - 1].append(next == UInt8(ascii: "\\") ? escaped(&rest) : next)
                }
            } else if byte == UInt8(ascii: "'") {
                words[words.count - 1] += rest.prefix { $0 != UInt8(ascii: "'") }
                rest = rest.drop { $0 != UInt8(ascii: "'") }.dropFirst()
            } else {
                words[words.count - 1].append(byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte)
            }
        }
        return words.map(ArgumentBytes.text(of:))
    }

    private static func escaped(_ rest: inout ArraySlice<UInt8>) -> UInt8 {
        let byte = rest.popFirst() ?? 0
        guard byte == UInt8(ascii: "x") else { return byte }
        defer { rest = rest.dropFirst(2) }
        return UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0
    }
}
