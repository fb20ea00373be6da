import ArgumentParser
import PhotoModel

/// Which photos a command is about.
struct SelectionOptions: ParsableArguments {
    @Flag(help: "Photos judged work.")
    var work = false

    @Flag(help: "Photos judged personal.")
    var personal = false

    @Flag(help: "Photos judged unsure.")
    var unsure = false

    @Option(help: ArgumentHelp("Photos that this fence decided.", valueName: "name"))
    var fence: String?

    @Option(help: ArgumentHelp("Taken on this day or later (wall time).", valueName: "date"), transform: wallTimeSpan)
    var since: WallTimeSpan?

    @Option(help: ArgumentHelp("Taken on this day or earlier (wall time).", valueName: "date"), transform: wallTimeSpan)
    var until: WallTimeSpan?

    @Option(help: ArgumentHelp("Make or model contains this, in any case.", valueName: "text"))
    var camera: String?

    @Flag(help: "Photos that are uploaded.")
    var uploaded = false

    @Flag(help: "Photos that are not uploaded.")
    var notUploaded = false

    @Option(
        help: ArgumentHelp("Near this point; goes with --within.", valueName: "lat,lon"), transform: coordinate)
    var near: Coordinate?

    @Option(help: ArgumentHelp("How near, such as 500m or 2km.", valueName: "length"), transform: length)
    var within: Double?

    @Option(
        help: ArgumentHelp("The whole path matches; * passes slashes.", valueName: "glob"), transform: pathPattern)
    var path: String?

    @Option(help: ArgumentHelp("Take at most this many photos.", valueName: "n"))
    var limit: Int?

    func validate() throws {
        if uploaded && notUploaded { throw ValidationError("--uploaded and --not-uploaded exclude each other.") }
        if (near == nil) != (within == nil) { throw ValidationError("--near and --within go together.") }
        if let limit, limit < 0 { throw ValidationError("--limit must not be negative.") }
        if let since, let until, since.start >= until.end { throw ValidationError("--since is later than --until.") }
    }

    /// The selection these flags come to.
    var selection: PhotoSelection {
        var selection = PhotoSelection()
        if work { selection.verdicts.insert(.work) }
        if personal { selection.verdicts.insert(.personal) }
        if unsure { selection.verdicts.insert(.unsure) }
        selection.fence = fence
        selection.since = since?.start
        selection.until = until?.end
        selection.camera = camera
        selection.isUploaded = uploaded ? true : notUploaded ? false : nil
        if let near, let within { selection.near = (near, within) }
        selection.path = path
        selection.limit = limit
        return selection
    }
}
