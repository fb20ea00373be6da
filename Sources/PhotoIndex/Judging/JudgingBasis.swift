/// What verdicts were judged by. Where today's differs, they are judged anew before anyone sees them.
package struct JudgingBasis: Hashable, Sendable {
    /// SHA-256 of the fences file's bytes, 32 of them.
    package var fences: [UInt8]
    /// SHA-256 of the settings that rules depend on, 32 bytes.
    package var settings: [UInt8]
    /// The version of the rules themselves.
    package var rulesVersion: Int

    package init(fences: [UInt8], settings: [UInt8], rulesVersion: Int) {
        self.fences = fences
        self.settings = settings
        self.rulesVersion = rulesVersion
    }
}
