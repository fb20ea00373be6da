import Glibc
import WorkphotosCLI

extension CommandLine {
    /// The arguments without the program's name. Unlike `arguments`, they keep bytes that are not UTF-8.
    static var typed: [String] {
        (1..<max(1, argc)).compactMap { place in
            guard let start = unsafe unsafeArgv[Int(place)] else { return nil }
            return ArgumentBytes.text(of: unsafe Array(UnsafeRawBufferPointer(start: start, count: strlen(start))))
        }
    }
}
