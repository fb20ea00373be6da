internal import Foundation
internal import SystemPackage
internal import WorkphotosTestSupport

/// A C program or library, for things that no commonly installed program does.
struct CompiledC {
    let name: String
    let source: String
    let options: [String]

    /// Whether a C compiler is installed.
    static let isPossible = compiler != nil

    private static let compiler: String? = ["/usr/bin/cc", "/usr/bin/gcc", "/usr/bin/clang"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// The compiled file's path. Compiled in each world on first use.
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
