import Foundation
import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

struct ShellQuotedTests {
    @Test(arguments: [
        ("IMG_1-a.jpg", "IMG_1-a.jpg"), ("folder:/mnt/a", "folder:/mnt/a"), ("", "''"), ("a b", "'a b'"),
        ("it's", #"'it'\''s'"#), ("~/x", "'~/x'"), ("a\\b", #"'a\b'"#), ("Büro 名前", "'Büro 名前'"),
        ("a\nb", #"$'a\x0ab'"#), ("it's\t", #"$'it\'s\x09'"#), ("\u{1B}[31m\\", #"$'\x1b[31m\\'"#),
        ("gpj.\u{202E}exe", #"$'gpj.\xe2\x80\xaeexe'"#),
    ])
    func `A word is quoted if necessary`(word: String, quoted: String) {
        #expect(shellQuoted(word) == quoted)
    }

    private static let shell = "/bin/bash"

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: shell), "there is no \(shell)"))
    func `A shell reads every word back`() throws {
        let words: [[UInt8]] = [
            Array("plain".utf8), Array("it's \"quoted\" $HOME `x` \\ !".utf8), [0xFF, 0x27, 0x0A, 0x31], [],
            Array(1...255),
        ]
        let tree = try TemporaryTree()
        try tree.write("output", [])
        let line = "printf '%s\\0' " + words.map(shellQuoted(_:)).joined(separator: " ")
        let shell = Program(path: Self.shell, home: tree.path.string)
        try shell.run("-c", line, output: tree.path("output").string)
        let output = try tree.read("output")
        #expect(output == words.flatMap { $0 + [0] })
    }
}
