import ArgumentParser
import PhotoModel
import PhotoPipeline

/// How photos are removed: what only a person says, each time.
struct RemovalOptions: ParsableArguments {
    @Flag(help: "Remove for good, not into the trash.")
    var permanently = false

    @Option(
        help: ArgumentHelp(
            "How many photos of a root, and of all roots together, may go in seven days, over all runs: a count, or a share "
                + "such as 25%. More than what else holds, where you say so here.",
            valueName: "limit"),
        transform: countOrShare)
    var maxDelete: CountOrShare?

    @Flag(name: [.customShort("y"), .long], help: "Do not ask before removing.")
    var yes = false

    /// How files leave.
    var way: RemovalWay { permanently ? .permanent : .trash }

    /// Puts these flags in the place of what the configuration says.
    func change(_ settings: inout PurgeSettings) {
        settings.way = way
        if let maxDelete { settings.maxDelete = RemovalLimit(maxDelete) }
    }
}
