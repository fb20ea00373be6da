import ArgumentParser
import PhotoModel

/// How fast a command sends.
struct RateOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Send at most this many bytes a second: 2M, 512k, off, or by the clock, as in \"08:00,512k 23:00,off\".",
            valueName: "rate"),
        transform: rateLimit)
    var bwlimit: RateLimit?
}
