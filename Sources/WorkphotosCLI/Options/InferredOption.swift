import ArgumentParser

/// Whether to act on photos whose verdict rests on an inferred position. Only a flag can allow it, for each run.
struct InferredOption: ParsableArguments {
    @Flag(help: "Photos, too, whose position was worked out from a track or other photos.")
    var includeInferred = false
}
