import Glibc
import PhotoPipeline
import PhotoServices
import WorkphotosCLI

StandardStreams.openClosed()
let clock = SystemClock()
let screen = TerminalScreen(over: StandardStreams(), clock: clock, hasTicker: true)
exit(await Workphotos.run(CommandLine.typed, console: screen) { .live(screen: screen, clock: clock) })

extension CommandLine {
    /// The arguments without the program's name. Unlike `arguments`, they keep bytes that are not UTF-8.
    static var typed: [String] {
        (1..<max(1, argc)).compactMap { place in
            guard let start = unsafe unsafeArgv[Int(place)] else { return nil }
            return ArgumentBytes.text(of: unsafe Array(UnsafeRawBufferPointer(start: start, count: strlen(start))))
        }
    }
}
