import ArgumentParser

/// Whether photos are acted on whose verdict rests on an inferred position: what only a person says, each time.
struct InferredOption: ParsableArguments {
    @Flag(help: "Photos, too, whose position was worked out from a track or other photos.")
    var includeInferred = false
}
