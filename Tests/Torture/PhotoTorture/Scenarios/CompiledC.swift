internal import Foundation
internal import SystemPackage
internal import WorkphotosTestSupport

/// What is written in C, since no program does it that is everywhere.
struct CompiledC {
    /// What it is called.
    let name: String
    /// Its text.
    let source: String
    /// Of the compiler.
    let options: [String]

    /// Whether there is a C compiler.
    static let isPossible = compiler != nil

    private static let compiler: String? = ["/usr/bin/cc", "/usr/bin/gcc", "/usr/bin/clang"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Its path, made in a world at its first use there.
    func path(in world: World) throws -> String {
        let path = world.path(FilePath("scratch/\(name)")).string
        if FileManager.default.fileExists(atPath: path) { return path }
        let text = FilePath("scratch/\(name).c")
        try world.tree.write(text, Array(source.utf8))
        let compiler = Program(path: Self.compiler ?? "", home: "/")
        let outcome = try compiler.start(options + ["-o", path, world.path(text).string, "-ldl"]).wait()
        guard outcome.exit == 0 else {
            throw TortureError("the C compiler does not make '\(name)': \(outcome.notes)")
        }
        return path
    }
}
