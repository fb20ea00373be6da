import ArgumentParser

/// Shell completions besides files. The shell runs the program to get them, and shows nothing if it has no answer. (A
/// function that the parser calls would lack the environment that `main` makes.)
enum Completions {
    static let fences = names(of: "fence", in: "fence list")
    static let destinations = names(of: "destination", in: "destination list")
    static let runs = numbers(of: "run", in: "runs --limit 20")
    static let staged = numbers(of: "action", in: "staged")

    private static func names(of type: String, in command: String) -> CompletionKind {
        objects(command, #"s/^{"type":"\#(type)","name":"\([^"\\]*\)".*/\1/p"#)
    }

    private static func numbers(of type: String, in command: String) -> CompletionKind {
        objects(command, #"s/^{"type":"\#(type)","id":"*\([0-9][0-9]*\).*/\1/p"#)
    }

    private static func objects(_ command: String, _ expression: String) -> CompletionKind {
        .shellCommand(["workphotos", command, "--json 2>/dev/null | sed -n '\(expression)'"].joined(separator: " "))
    }
}
