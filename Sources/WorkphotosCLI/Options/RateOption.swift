import ArgumentParser
import PhotoModel

struct RateOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Maximum upload rate in bytes per second: 2M, 512k, off, or a timetable, as in \"08:00,512k "
                + "23:00,off\".",
            valueName: "rate"),
        transform: rateLimit)
    var bwlimit: RateLimit?
}
