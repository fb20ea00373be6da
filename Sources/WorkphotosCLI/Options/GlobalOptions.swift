import ArgumentParser
import PhotoModel

/// The flags that every command has.
struct GlobalOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Index to use (WORKPHOTOS_INDEX).", valueName: "file"))
    var index: String?

    @Option(help: ArgumentHelp("Configuration to use (WORKPHOTOS_CONFIG).", valueName: "file"))
    var config: String?

    @Option(help: ArgumentHelp("Fences to judge by (WORKPHOTOS_FENCES).", valueName: "file"))
    var fences: String?

    @Flag(help: "Print one JSON object per line.")
    var json = false

    @Flag(name: [.short, .long], help: "Print problems and errors only.")
    var quiet = false

    @Flag(name: [.short, .long], help: "Print more details to standard error.")
    var verbose = false

    @Option(help: ArgumentHelp("When to use colours.", valueName: "when"))
    var color = Visibility.auto

    @Option(help: ArgumentHelp("When to show progress.", valueName: "when"))
    var progress = Visibility.auto

    @Option(help: ArgumentHelp("Format of messages on standard error.", valueName: "format"))
    var logFormat = LogFormat.text

    @Option(
        help: ArgumentHelp("Wait up to this long for another run to end, such as 90s or 5m.", valueName: "duration"),
        transform: duration)
    var wait = Duration.zero
}

/// When to show things that only people need, such as colours and progress.
enum Visibility: String, CaseIterable, ExpressibleByArgument {
    case auto, always, never
}

/// The format of the notes on standard error.
enum LogFormat: String, CaseIterable, ExpressibleByArgument {
    case text, json
}
