import ArgumentParser
import PhotoModel
import PhotoPipeline

/// How photos are removed: what only a person says, each time.
struct RemovalOptions: ParsableArguments {
    @Flag(help: "Remove permanently instead of moving to the trash.")
    var permanently = false

    @Option(
        help: ArgumentHelp(
            "Maximum number of photos removed in seven days, over all runs, of each root and of all roots "
                + "together: a count, or a share such as 25%. May be above the usual limit.",
            valueName: "limit"),
        transform: countOrShare)
    var maxDelete: CountOrShare?

    @Flag(name: [.customShort("y"), .long], help: "Do not ask for confirmation.")
    var yes = false

    /// How files leave.
    var way: RemovalWay { permanently ? .permanent : .trash }

    /// Puts these flags in the place of what the configuration says.
    func change(_ settings: inout PurgeSettings) {
        settings.way = way
        if let maxDelete { settings.maxDelete = RemovalLimit(maxDelete) }
    }
}
