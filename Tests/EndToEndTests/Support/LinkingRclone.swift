import SystemPackage
import WorkphotosTestSupport

/// A home whose work photos are uploaded to a directory through rclone, which makes links to files and folders there.
struct LinkingRclone {
    let home: WorkHome
    let program: Program
    let rclone: LinkingProgram

    /// - Parameters:
    ///   - photos: how many work photos there are.
    ///   - makesLinks: whether rclone does so.
    /// - Throws: where the files cannot be written or the program cannot be started.
    init(photos: Int, makesLinks: Bool = true) throws {
        home = try WorkHome(photos: photos)
        let tree = home.home.tree
        try tree.makeDirectory("cloud")
        try tree.write("rclone.conf", Array("[cloud]\ntype = alias\nremote = \(tree.path("cloud"))\n".utf8))
        rclone = try LinkingProgram(in: tree, at: "bin")
        var program = home.program
        program.variables["RCLONE_CONFIG"] = tree.path("rclone.conf").string
        program.variables["PATH"] = "\(makesLinks ? "\(tree.path("bin")):" : "")/usr/local/bin:/usr/bin:/bin"
        self.program = program
        try program.run("destination", "add", "cloud", "rclone:cloud:")
        try program.run("upload", "--to", "cloud")
    }

    func photo(_ name: String) -> String { "\(home.home.library)/\(name)" }

    /// What is below the destination's top, by path, without the program's own files.
    func stored() throws -> [String: [UInt8]] {
        try home.files(below: home.home.tree.path("cloud")).filter { !$0.key.hasPrefix(".workphotos-") }
    }

    /// What is in an album, by name.
    func album(_ name: String) throws -> [String: [UInt8]] {
        try home.files(below: home.home.tree.path("cloud/Albums").appending(name))
    }
}
