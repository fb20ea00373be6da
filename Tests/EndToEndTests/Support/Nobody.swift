import Foundation
import Glibc
import SystemPackage
import WorkphotosTestSupport

/// A user without privileges: nobody if root runs the tests, otherwise the user who runs them.
enum Nobody {
    /// Whether the program can be run as that user.
    static let mayRun: Bool = {
        guard let home = try? home() else { return false }
        return (try? program(home).run("--version").exit) == 0
    }()

    /// A home that anybody may use, with a copy of the program, since others may not read the build's directory.
    static func home() throws -> Home {
        let home = try Home()
        try home.tree.setPermissions("", [.ownerReadWriteExecute, .groupReadExecute, .otherReadExecute])
        try home.tree.setPermissions("home", FilePermissions(rawValue: 0o777))
        try FileManager.default.copyItem(atPath: Program.built, toPath: home.tree.path("workphotos").string)
        return home
    }

    /// The copy, run by that user.
    static func program(_ home: Home) -> Program {
        let isRoot = geteuid() == 0
        var program = home.program.under(
            isRoot ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [])
        program.path = home.tree.path("workphotos").string
        return program
    }
}
