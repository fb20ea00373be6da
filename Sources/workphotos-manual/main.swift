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

/// Writes the pages, or lists the differences. Returns whether the pages are up to date.
func run(_ folder: ManualFolder, checks: Bool) throws -> Bool {
    let dump = try FileHandle.standardInput.readToEnd() ?? Data()
    let manual = try Manual(dump: String(decoding: dump, as: UTF8.self))
    guard checks else {
        try folder.update(from: manual, today: today())
        return true
    }
    let differences = try folder.differences(from: manual)
    for line in differences { print("\(folder.path)/\(line); type: make man") }
    return differences.isEmpty
}

let arguments = CommandLine.arguments.dropFirst()
guard let path = arguments.last, arguments.count == 1 || arguments == ["--check", path] else {
    FileHandle.standardError.write(
        Data("usage: workphotos --experimental-dump-help | workphotos-manual [--check] DIR\n".utf8))
    exit(64)
}
do {
    exit(try run(ManualFolder(path: path), checks: arguments.count > 1) ? 0 : 1)
} catch {
    FileHandle.standardError.write(Data("workphotos-manual: \(error)\n".utf8))
    exit(1)
}
