internal import Foundation
internal import ManualPages

/// Today in UTC, in mdoc(7)'s form.
func today() -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "MMMM d, yyyy"
    return formatter.string(from: Date())
}

guard CommandLine.arguments.count == 2 else {
    FileHandle.standardError.write(Data("usage: workphotos --experimental-dump-help | workphotos-manual DIR\n".utf8))
    exit(64)
}
do {
    let dump = try FileHandle.standardInput.readToEnd() ?? Data()
    let manual = try Manual(dump: String(decoding: dump, as: UTF8.self))
    try ManualFolder(path: CommandLine.arguments[1]).update(from: manual, today: today())
} catch {
    FileHandle.standardError.write(Data("workphotos-manual: \(error)\n".utf8))
    exit(1)
}
