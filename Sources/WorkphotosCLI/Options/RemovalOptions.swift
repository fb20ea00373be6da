import ArgumentParser
import PhotoModel
import PhotoPipeline

/// How photos are removed. Only flags set this, for each run.
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

    /// Whether files go to the trash or are removed permanently.
    var way: RemovalWay { permanently ? .permanent : .trash }

    /// Overrides the configuration with these flags.
    func change(_ settings: inout PurgeSettings) {
        settings.way = way
        if let maxDelete { settings.maxDelete = RemovalLimit(maxDelete) }
    }
}

/// Whether to act on photos whose verdict rests on an inferred position. Only a flag can allow it, for each run.
struct InferredOption: ParsableArguments {
    @Flag(help: "Photos, too, whose position was worked out from a track or other photos.")
    var includeInferred = false
}
