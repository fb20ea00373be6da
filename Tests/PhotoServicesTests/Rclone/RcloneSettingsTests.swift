import PhotoModel
import PhotoServices
import Testing

struct RcloneSettingsTests {
    @Test(arguments: ["--dry-run", "--exclude=*", "--config=/x", "--rc-no-auth", "--no-check-certificate", "x", ""])
    func `A flag that is not allowed is an error that names those that are`(_ flag: String) {
        let error = #expect(throws: TextError.self) {
            try RcloneSettings(flags: ["--transfers=2", flag], variables: [:])
        }
        for allowed in RcloneSettings.allowedFlags { #expect(error?.message.contains(allowed) == true) }
    }

    @Test(arguments: [["--transfers"], ["--transfers", "--checkers"]])
    func `A flag needs its value`(_ flags: [String]) {
        #expect(throws: TextError.self) { try RcloneSettings(flags: flags, variables: [:]) }
    }

    @Test func `Flags are taken with an equals sign and without`() throws {
        _ = try RcloneSettings(flags: ["--transfers", "2", "--timeout=1m", "--user-agent", "me"], variables: [:])
    }
}
