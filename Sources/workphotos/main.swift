import Glibc
import PhotoPipeline
import PhotoServices
import WorkphotosCLI

let console = StandardStreams()
exit(await Workphotos.run(Array(CommandLine.arguments.dropFirst()), console: console) { .live(console: console) })
