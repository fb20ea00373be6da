import Glibc
import SystemPackage
import Testing
import WorkphotosTestSupport

/// SIGKILL during scans: the index is sound afterwards, and the next scan completes it.
struct KilledScanTests {
    private let home: Home

    init() throws {
        home = try Home()
        try home.addSamples(600)
    }

    /// Scans again after a killed scan, and compares the index with that of an undisturbed scan.
    private func expectRecovery(of index: FilePath, to expected: String, _ moment: String) throws {
        let path = home.tree.path(index).string
        let check = try home.program.run("index", "check", "--index", path)
        #expect(check.exit == (home.tree.exists(index) ? 0 : 10), "\(moment): \(check.output)\(check.notes)")
        let scan = try home.program.run("scan", home.library, "--index", path)
        #expect(scan.exit == 0, "\(moment): \(scan.notes)")
        let list = try home.program.run("list", "--json", "--index", path)
        #expect(list.output == expected, "\(moment)")
    }

    @Test(.enabled(if: Strace.works, Strace.reason))
    func `Killed as it writes or syncs, a scan leaves a valid index, and the next one completes it`() throws {
        let expected = try home.undisturbed()
        let moments =
            [1, 2, 4, 9, 20, 45, 80, 120].map { "pwrite64:signal=SIGKILL:when=\($0)" }
            + [1, 2, 3, 4].map { "fdatasync:signal=SIGKILL:when=\($0)" }
            + ["fsync", "link", "ftruncate", "mkdir"].map { "\($0):signal=SIGKILL:when=1" }
        var killed = 0
        for (number, moment) in moments.enumerated() {
            let index = FilePath("injected-\(number)/index.sqlite")
            let program = home.program.under(Strace.injecting("inject=" + moment))
            let scan = try program.run("scan", home.library, "--index", home.tree.path(index).string)
            guard scan.exit == 128 + SIGKILL else { continue }
            killed += 1
            try expectRecovery(of: index, to: expected, moment)
        }
        #expect(killed >= moments.count / 2)
    }

    @Test(.enabled(if: Strace.works, Strace.reason))
    func `Killed as it takes over a backup, a scan leaves an index that the next one completes`() throws {
        let expected = try home.undisturbed()
        let original = home.tree.path("undisturbed/index.sqlite").string
        var killed = 0
        for moment in 1...4 {
            let index = FilePath("restored-\(moment)/index.sqlite")
            let path = home.tree.path(index).string
            try home.tree.makeDirectory(index.removingLastComponent())
            #expect(try home.program.run("index", "backup", path, "--index", original).exit == 0)
            let program = home.program.under(Strace.injecting("inject=fdatasync:signal=SIGKILL:when=\(moment)"))
            guard try program.run("scan", home.library, "--index", path).exit == 128 + SIGKILL else { continue }
            killed += 1
            #expect(try home.program.run("scan", home.library, "--index", path).exit == 0, "sync \(moment)")
            #expect(try home.program.run("list", "--json", "--index", path).output == expected, "sync \(moment)")
        }
        #expect(killed > 1)
    }
}
