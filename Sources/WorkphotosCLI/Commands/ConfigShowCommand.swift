import ArgumentParser
import PhotoFrontEnd
import PhotoModel
import PhotoPipeline

/// `workphotos config`: groups the commands for the configuration.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show and check the configuration.",
        discussion: """
            The configuration is a TOML file; workphotos-config(5) describes every key. Flags override environment \
            variables, variables override the file, the file overrides the system-wide file \
            /etc/workphotos/config.toml, and that overrides the defaults.

            Examples:
              workphotos config show --origin
              workphotos config check
            """,
        subcommands: [ConfigShowCommand.self, ConfigCheckCommand.self])
}

struct ConfigShowCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show every setting in effect and where it came from.",
        discussion: """
            Examples:
              workphotos config show
              workphotos config show --origin
              workphotos config show --json
            """)

    @Flag(help: "Show the source of each value: a flag, a variable, a line of the file, or the default.")
    var origin = false

    @OptionGroup
    var global: GlobalOptions

    func run(in session: Session) async throws -> ExitStatus {
        let configuration = try session.configuration()
        try session.checkConfiguration()
        let settings = try SettingList(configuration, in: session).settings
        guard session.reporter.isJSON else {
            for setting in settings { try session.reporter.print(exactly: row(setting)) }
            return .success
        }
        for setting in settings { try session.reporter.print(json(setting)) }
        var summary = JSONLine(type: "summary")
        summary.set("command", "config show")
        summary.set("settings", settings.count)
        try session.reporter.print(summary)
        return .success
    }

    private func row(_ setting: SettingList.Setting) -> String {
        let text = "\(setting.key) = \(setting.value.text)"
        return origin ? "\(padded(text, to: 40))  # \(setting.origin.text)" : text
    }

    private func json(_ setting: SettingList.Setting) -> JSONLine {
        var line = JSONLine(type: "setting")
        line.set("key", setting.key)
        switch setting.value {
        case .none: line.set("value", String?.none)
        case .flag(let value): line.set("value", value)
        case .integer(let value): line.set("value", value)
        case .number(let value): line.set("value", value)
        case .text(let value): line.set("value", value)
        case .texts(let values): line.set("value", values)
        }
        line.set("origin", setting.origin.name)
        line.set("name", setting.origin.variableOrFlag)
        line.set(path: setting.origin.path)
        line.set("line", setting.origin.line)
        return line
    }
}
