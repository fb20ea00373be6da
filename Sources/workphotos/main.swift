import Glibc
import PhotoPipeline
import PhotoServices
import WorkphotosCLI

StandardStreams.openClosed()
let clock = SystemClock()
let screen = TerminalScreen(over: StandardStreams(), clock: clock, hasTicker: true)
exit(await Workphotos.run(CommandLine.typed, console: screen) { .live(screen: screen, clock: clock) })
