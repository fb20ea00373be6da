import Foundation
import PhotoModel
import Testing

struct ShellQuotedTests {
    @Test(arguments: [
        ("IMG_1-a.jpg", "IMG_1-a.jpg"), ("folder:/mnt/a", "folder:/mnt/a"), ("", "''"), ("a b", "'a b'"),
        ("it's", #"'it'\''s'"#), ("~/x", "'~/x'"), ("a\\b", #"'a\b'"#), ("Büro 名前", "'Büro 名前'"),
        ("a\nb", #"$'a\x0ab'"#), ("it's\t", #"$'it\'s\x09'"#), ("\u{1B}[31m\\", #"$'\x1b[31m\\'"#),
        ("gpj.\u{202E}exe", #"$'gpj.\xe2\x80\xaeexe'"#),
    ])
    func `A word is quoted where it has to be`(word: String, quoted: String) {
        #expect(shellQuoted(word) == quoted)
    }

    private static let shell = "/bin/bash"

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: shell), "there is no \(shell)"))
    func `A shell reads every word back`() throws {
        let words: [[UInt8]] = [
            Array("plain".utf8), Array("it's \"quoted\" $HOME `x` \\ !".utf8), [0xFF, 0x27, 0x0A, 0x31], [],
            Array(1...255),
        ]
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: Self.shell)
        process.arguments = ["-c", "printf '%s\\0' " + words.map(shellQuoted(_:)).joined(separator: " ")]
        process.standardOutput = pipe
        try process.run()
        let output = Array(try pipe.fileHandleForReading.readToEnd() ?? Data())
        process.waitUntilExit()
        #expect(output == words.flatMap { $0 + [0] })
    }
}
