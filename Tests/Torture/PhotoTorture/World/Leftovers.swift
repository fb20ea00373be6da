internal import Foundation
internal import Glibc
internal import SystemPackage
internal import WorkphotosTestSupport

/// Processes that should have ended.
enum Leftovers {
    static func processes(home: FilePath) -> [Int32] {
        let wanted = Array("HOME=\(home.string)".utf8)
        return ((try? FilePath("/proc").entries) ?? []).compactMap(Int32.init).filter { process in
            let url = URL(fileURLWithPath: "/proc/\(process)/environ")
            guard let variables = try? Data(contentsOf: url) else { return false }
            return variables.split(separator: 0).contains { Array($0) == wanted }
        }
    }

    /// Kills them, and waits until they are gone.
    static func end(home: FilePath) {
        for process in processes(home: home) { kill(process, SIGKILL) }
        for _ in 0..<1_000 where !processes(home: home).isEmpty { usleep(1_000) }
    }
}

extension FilePath {
    var entries: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: string) }
    }

    /// A file's text; empty if it cannot be read.
    var text: String {
        (try? Data(contentsOf: URL(fileURLWithPath: string))).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// A file's size in bytes; 0 if it does not exist.
    var size: Int {
        (try? FileManager.default.attributesOfItem(atPath: string))?[.size] as? Int ?? 0
    }
}
