import Glibc
import PhotoPipeline
import PhotoServices
import WorkphotosCLI

let console = StandardStreams()
exit(await Workphotos.run(CommandLine.typed, console: console) { .live(console: console) })
