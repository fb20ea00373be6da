import ArgumentParser
import PhotoModel
import PhotoPipeline
import SystemPackage

/// The options that say how verdict changes are shown.
struct ChangeOptions: ParsableArguments {
    @Flag(name: [.customShort("n"), .long], help: "Show what would change; write nothing.")
    var dryRun = false

    @Flag(help: "List the photos whose verdict changes.")
    var list = false

    /// Prints each changed photo; nil if no list was asked for.
    func listing(to reporter: Reporter) -> ((ChangedPhoto) throws -> Void)? {
        guard list, reporter.isJSON || !reporter.isQuiet else { return nil }
        return { photo in try reporter.print(photo) }
    }
}

extension Reporter {
    /// Prints a photo whose verdict changes.
    func print(_ photo: ChangedPhoto) throws(ConsoleError) {
        guard isJSON else {
            let verdicts = padded("\(photo.from?.rawValue ?? "new") -> \(photo.to.rawValue)", to: 20)
            return try print("\(verdicts)  \(terminalSafe(photo.path.bytes))")
        }
        var line = JSONLine(type: "changedPhoto")
        line.set(path: photo.path)
        line.set("from", photo.from?.rawValue)
        line.set("to", photo.to.rawValue)
        try print(line)
    }
}
