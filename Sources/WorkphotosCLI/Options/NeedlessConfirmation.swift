import ArgumentParser

/// `--yes` of commands that remove nothing but what the index or a file of settings says, and therefore never ask.
struct NeedlessConfirmation: ParsableArguments {
    @Flag(
        name: [.short, .long], help: "Do not ask for confirmation. (Accepted for symmetry; this command never asks.)")
    var yes = false
}
