import Foundation
import Glibc
import SampleLibrary
import SystemPackage
import Testing
import WorkphotosTestSupport

private let hasDecoders = ["libturbojpeg.so.0", "libheif.so.1"].allSatisfy { (name: String) in
    unsafe dlopen(name, RTLD_NOW) != nil
}

/// The program that decodes pictures, as it is built and installed. Where the system cannot confine it, it has to
/// refuse everything.
@Suite(.enabled(if: hasDecoders, "TurboJPEG and libheif are not installed"))
struct PictureProgramTests {
    private static let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
    /// SIGSYS, as a shell says it.
    private static let killed = 128 + SIGSYS

    /// On a disk, since what is in memory may not be executable.
    private let tree: TemporaryTree
    private var program: Program { Program(home: tree.path("home").string) }

    init() throws {
        tree = try TemporaryTree()
        try tree.makeDirectory("home")
        let built = try program.shell("exec \"$1/Tests/Checks/picture.sh\" \"$PWD\"", Self.top)
        try #require(built.exit == 0, "\(built.notes)")
        try SampleLibrary(photos: 1, seed: 5, detail: .small).write(to: tree.path("photos"))
        let sample = try #require(try tree.snapshot().first { $0.key.lowercased().hasSuffix(".jpg") })
        try tree.write("home/good.jpg", sample.value)
    }

    /// Has a picture made of a file of these bytes.
    private func picture(
        of bytes: [UInt8], _ arguments: String = "320 2"
    ) throws -> (code: Int32, picture: [UInt8]) {
        try tree.write("home/photo", bytes)
        // Its output is a pipe: it may write no file.
        let line = "{ ./workphotos-picture $1 <photo; echo $? >code; } | cat >picture"
        _ = try program.shell(line, arguments)
        let code = try #require(Int32(String(decoding: try tree.read("home/code"), as: UTF8.self).dropLast()))
        return (code, try tree.read("home/picture"))
    }

    /// Compiles a program that makes one of these attempts, statements of C, after it was confined.
    private func compile(_ attempts: [String]) throws {
        let cases = attempts.enumerated().map { "case \($0.offset): { \($0.element) break; }" }
        let source = """
            #define _GNU_SOURCE
            #include "confine.h"
            #include <fcntl.h>
            #include <pthread.h>
            #include <signal.h>
            #include <stdlib.h>
            #include <sys/socket.h>
            static void *nothing(void *context) { return context; }
            int main(int count, char *arguments[]) {
                (void)&nothing;
                const int attempt = atoi(arguments[count - 1]);
                if (confine(1) != 0) { return 71; }
                switch (attempt) { \(cases.joined(separator: "\n")) }
                _exit(0);
            }
            """
        try tree.write("home/attempt.c", Array(source.utf8))
        let line =
            "\"$(command -v clang || command -v cc)\" -O1 -I \"$1/Sources/workphotos-picture\" -o attempt attempt.c -lpthread"
        let compiled = try program.shell(line, Self.top)
        try #require(compiled.exit == 0, "\(compiled.notes)")
    }

    /// The exit code of an attempt by its number.
    private func code(ofAttempt number: Int) throws -> Int32 {
        let line = "{ ./attempt \"$1\"; echo $? >code; } </dev/null | cat >attempted; exit \"$(cat code)\""
        return try program.shell(line, "\(number)").exit
    }

    /// Whether the system can confine a program at all.
    private var canConfine: Bool {
        get throws {
            try compile([])
            return try code(ofAttempt: 0) == 0
        }
    }

    /// The width and height of a JPEG stream.
    private func size(of picture: [UInt8]) -> [Int] {
        guard let place = picture.indices.dropLast(8).first(where: { picture[$0] == 0xFF && picture[$0 + 1] == 0xC0 })
        else { return [] }
        let lines = picture[(place + 5)...].prefix(4).map(Int.init)
        return [lines[2] << 8 | lines[3], lines[0] << 8 | lines[1]]
    }

    @Test func `It makes small and large pictures of JPEG and HEIF files`() throws {
        let sample = try tree.read("home/good.jpg")
        let heic = try #require(Data(base64Encoded: Self.heic)), avif = try #require(Data(base64Encoded: Self.avif))
        let small = try picture(of: sample, "32 2")
        let files: [(bytes: [UInt8], size: [Int])] = [
            (sample, size(of: try picture(of: sample, "2048 8").picture)), (Array(heic), [64, 48]),
            (Array(avif), [64, 48]),
        ]
        guard try canConfine else { return #expect(small == (71, [])) }
        #expect(small.code == 0)
        #expect(size(of: small.picture).max() == 32)
        for (bytes, size) in files {
            let picture = try picture(of: bytes)
            #expect(picture.code == 0)
            #expect(self.size(of: picture.picture) == size)
            #expect(picture.picture.suffix(2) == [0xFF, 0xD9])
        }
    }

    @Test func `A broken file gives no picture, however large it says to be`() throws {
        let sample = try tree.read("home/good.jpg")
        let frame = try #require(sample.indices.last { sample[$0...].starts(with: [0xFF, 0xC0, 0, 17]) })
        func claiming(_ edge: Int, progressive: Bool = false) -> [UInt8] {
            var bytes = sample
            if progressive { bytes[frame + 1] = 0xC2 }
            for place in [5, 7] {
                bytes[frame + place] = UInt8(edge >> 8)
                bytes[frame + place + 1] = UInt8(edge & 255)
            }
            return bytes
        }
        let heic = Array(try #require(Data(base64Encoded: Self.heic)))
        let broken: [[UInt8]] = [
            claiming(65_500),
            // Its coefficients alone would take more than a gigabyte.
            claiming(22_000, progressive: true), Array(sample[..<(frame + 4)]), [0xFF, 0xD8, 0xFF] + sample.reversed(),
            Array(heic[..<300]), Array(heic[..<12]) + heic.reversed(), Array("GIF89a, which it does not know".utf8), [],
        ]
        let refusal: Int32 = try canConfine ? 65 : 71
        for (number, bytes) in broken.enumerated() {
            let (code, picture) = try picture(of: bytes)
            #expect(code == 65 || code == refusal, "\(number)")
            #expect(picture == [], "\(number)")
        }
        #expect(try picture(of: sample, "320").code == 64)
        #expect(try picture(of: sample, "0 2").code == 64)
    }

    @Test func `What it does not need is denied, and what it needs is not`() throws {
        let denied = [
            "(void)open(\"/etc/passwd\", O_RDONLY);", "(void)socket(AF_INET, SOCK_STREAM, 0);", "(void)fork();",
            "char *none[] = {NULL}; (void)execve(\"/bin/true\", none, none);", "(void)kill(1, 0);",
            "char byte; (void)!read(3, &byte, 1);", "(void)!write(2, \"x\", 1);", "(void)dup(0);",
            "(void)mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);",
            "(void)mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 0, 0);", "(void)prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);",
        ]
        let allowed = [
            "char byte; (void)!read(0, &byte, 1);", "(void)!write(1, \"x\", 1);",
            "pthread_t thread; if (pthread_create(&thread, NULL, nothing, NULL) != 0) { _exit(1); }",
            // More than its memory is refused.
            "void *volatile much = malloc((size_t)2 << 30); if (much != NULL) { _exit(1); }",
        ]
        let endless = "for (volatile int i = 0;; i++) {}"
        try #require(try canConfine, "this system has no Landlock or no seccomp")
        try compile(denied + allowed + [endless])
        for (number, attempt) in (denied + allowed).enumerated() {
            #expect(try code(ofAttempt: number) == (number < denied.count ? Self.killed : 0), "\(attempt)")
        }
        #expect(try code(ofAttempt: denied.count + allowed.count) == 128 + SIGXCPU, "it ends when its time is over")
    }
}

extension PictureProgramTests {
    /// 64 by 48 pixels, blue and red.
    private static let heic = """
        AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAX1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA
        ACJpbG9jAAAAAERAAAEAAQAAAAABoQABAAAAAAAAAFEAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABodmMxAAAAAA5waXRt
        AAAAAAABAAAA/WlwcnAAAADdaXBjbwAAAHZodmNDAQNwAAAAkAAAAAAAHvAA/P34+AAADwNgAAEAGEABDAH//wNwAAADAJAAAAMA
        AAMAHroCQGEAAQAqQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbq5Ka5uAhoMCAAAAMDIAAAAwAhYgABAAZEAcFzwIkAAAATY29scm5j
        bHgAAQANAAaAAAAAFGlzcGUAAAAAAAAAQAAAAEAAAAAoY2xhcAAAAEAAAAABAAAAMAAAAAEAAAAAAAAAAv////AAAAACAAAAEHBp
        eGkAAAAAAwgICAAAABhpcG1hAAAAAAAAAAEAAQWBAgMFhAAAAFltZGF0AAAATSgBrxOA9SeBP//xUFFf+0Rav9NTzEq3xln//rKn
        i/l2ReJJThIiwGN6aMNHM0WZxIwc+y+0O+KEAzoWB8aAqOxFqdraTuH2p07mp7Vq
        """.filter { $0 != "\n" }

    /// The same picture.
    private static let avif = """
        AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADrbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAA
        AAAAAAAOcGl0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAETAAAAOAAAAChpaW5mAAAAAAABAAAAGmluZmUCAAAAAAEA
        AGF2MDFDb2xvcgAAAABqaXBycAAAAEtpcGNvAAAAFGlzcGUAAAAAAAAAQAAAADAAAAAQcGl4aQAAAAADCAgIAAAADGF2MUOBAAwA
        AAAAE2NvbHJuY2x4AAEADQAGgAAAABdpcG1hAAAAAAAAAAEAAQQBAoMEAAAAQG1kYXQSAAoJGBV/vaICGg0IMikZR4eGIYeeeeaA
        AADPzEUivgDj0Znxpq5QDZhzUHOUlBYps3ysaP6QFA==
        """.filter { $0 != "\n" }
}
