import PhotoModel
import PhotoPipeline
import SystemPackage

/// The `problem` line.
func jsonLine(of finding: Finding) -> JSONLine {
    var line = JSONLine(type: "problem")
    line.set(path: shortened(finding.path))
    line.set("what", finding.kind.rawValue)
    line.set("detail", finding.words)
    line.set("new", !finding.isKnown)
    return line
}

/// The `error` line.
func jsonLine(of failure: Failure) -> [UInt8] {
    var line = JSONLine(type: "error")
    line.set("exit", failure.exit.rawValue)
    line.set("what", failure.what)
    line.set("message", failure.message)
    line.set("path", failure.path?.string)
    line.set("line", failure.line)
    line.set("next", failure.next)
    return line.line
}
