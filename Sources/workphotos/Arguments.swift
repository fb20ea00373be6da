import Glibc
import WorkphotosCLI

extension CommandLine {
    /// What the user typed, without the program's name. Not `arguments`, in which bytes that are not UTF-8 are lost.
    static var typed: [String] {
        (1..<max(1, argc)).compactMap { place in
            guard let start = unsafe unsafeArgv[Int(place)] else { return nil }
            return ArgumentBytes.text(of: unsafe Array(UnsafeRawBufferPointer(start: start, count: strlen(start))))
        }
    }
}
