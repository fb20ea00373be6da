/// Help dumps of a small program, in the format of swift-argument-parser 1.8.
enum SampleDump {
    /// A program `pick` with the commands `scan` and `place add`, a hidden command, and `--quiet` on every command.
    static let pick = """
        {"serializationVersion": 0, "command": {
          "commandName": "pick", "shouldDisplay": true, "abstract": "Pick photos.",
          "discussion": "Judges photos by place.\\n\\nExamples:\\n  pick scan .\\n",
          "arguments": [\(quiet)],
          "subcommands": [
            {"commandName": "scan", "superCommands": ["pick"], "shouldDisplay": true,
             "abstract": "Read photos.", "arguments": [\(directories), \(reread), \(exclude), \(secret), \(quiet)]},
            {"commandName": "place", "superCommands": ["pick"], "shouldDisplay": true, "abstract": "Manage places.",
             "arguments": [],
             "subcommands": [
               {"commandName": "add", "superCommands": ["pick", "place"], "shouldDisplay": true,
                "abstract": "Add a place.", "arguments": [\(radius), \(mode), \(quiet)]},
               {"commandName": "list", "superCommands": ["pick", "place"], "shouldDisplay": true,
                "abstract": "List places.", "arguments": [\(quiet)]}]},
            {"commandName": "debug", "superCommands": ["pick"], "shouldDisplay": false, "arguments": [\(quiet)]},
            {"commandName": "help", "superCommands": ["pick"], "shouldDisplay": true, "arguments": []}]}}
        """

    /// The same program without the command `place list`.
    static let pickWithoutList = pick.replacing(
        "\"commandName\": \"list\", \"superCommands\": [\"pick\", \"place\"], \"shouldDisplay\": true",
        with: "\"commandName\": \"list\", \"superCommands\": [\"pick\", \"place\"], \"shouldDisplay\": false")

    private static let quiet = argument(
        "flag", names: [("long", "quiet"), ("short", "q")], abstract: "Print no notes.")
    private static let directories = argument(
        "positional", isRepeating: true, value: "dir", abstract: "The directories.")
    private static let reread = argument("flag", names: [("long", "reread")], abstract: "Read unchanged files too.")
    private static let exclude = argument(
        "option", isRepeating: true, names: [("long", "exclude")], value: "glob", abstract: "Leave out what matches.")
    private static let secret = argument("flag", isShown: false, names: [("long", "secret")], abstract: "Hidden.")
    private static let radius = argument(
        "option", isOptional: false, names: [("long", "radius")], value: "length", abstract: "Its radius.",
        more: #""defaultValue": "150m", "allValues": ["50m", "150m"],"#)
    private static let mode = argument(
        "option", names: [("long", "mode")], value: "mode", abstract: "How: fast or slow.",
        more: #""allValues": ["fast", "slow"],"#)

    private static func argument(
        _ kind: String, isShown: Bool = true, isOptional: Bool = true, isRepeating: Bool = false,
        names: [(kind: String, name: String)] = [], value: String? = nil, abstract: String, more: String = ""
    ) -> String {
        let all = names.map { #"{"kind": "\#($0.kind)", "name": "\#($0.name)"}"# }
        let named = all.isEmpty ? "" : #""names": [\#(all.joined(separator: ","))], "preferredName": \#(all[0]),"#
        let valued = value.map { #""valueName": "\#($0)","# } ?? ""
        return """
            {"kind": "\(kind)", "shouldDisplay": \(isShown), "isOptional": \(isOptional),
             "isRepeating": \(isRepeating), "parsingStrategy": "default", \(named) \(valued) \(more)
             "abstract": "\(abstract)"}
            """
    }
}
