import PhotoModel
import PhotoServices
import Testing
import WorkphotosTestSupport

struct RcloneSettingsTests {
    @Test(arguments: ["--dry-run", "--exclude=*", "--config=/x", "--rc-no-auth", "--no-check-certificate", "x", ""])
    func `A flag that is not allowed is an error that lists the allowed ones`(_ flag: String) {
        let error = #expect(throws: TextError.self) {
            try RcloneSettings(flags: ["--transfers=2", flag], variables: [:])
        }
        for allowed in RcloneSettings.allowedFlags { #expect(error?.message.contains(allowed) == true) }
    }

    @Test(arguments: [["--transfers"], ["--transfers", "--checkers"]])
    func `A flag needs its value`(_ flags: [String]) {
        #expect(throws: TextError.self) { try RcloneSettings(flags: flags, variables: [:]) }
    }

    @Test func `The configuration is shown without the secrets of a remote`() {
        let kind = RcloneKind(clock: SteppingClock(now: 0), random: { 0 })
        #expect(kind.shown(":sftp,host=nas,pass=hunter2", of: "remote") == ":sftp,host=nas,pass=…")
        #expect(kind.shown(":sftp,host=nas,pass=hunter2:", of: "remote") == ":sftp,host=nas,pass=…:")
        #expect(kind.shown(":sftp,pass='hunter2", of: "remote") == "…")
        #expect(kind.shown("nas", of: "remote") == "nas" && kind.shown("a,b=c", of: "path") == "a,b=c")
    }

    @Test func `Flags are accepted with and without an equals sign`() throws {
        _ = try RcloneSettings(flags: ["--transfers", "2", "--timeout=1m", "--user-agent", "me"], variables: [:])
    }
}
