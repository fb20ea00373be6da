import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosCLI

struct RemedyWordsTests {
    @Test func `The suggested command creates a directory with any name`() {
        let remedy = Remedy.acceptMissing(.directoryToMakeAgain("/photos/a\n'b"))
        #expect(remedy.command == "mkdir -p $'/photos/a\\x0a\\'b' && workphotos scan --accept-missing")
        #expect(remedy.clause.hasPrefix(", or if it was deleted, make it again: mkdir"))
    }

    @Test(arguments: [
        (Remedy.scan(["/a b", "/c"]), "workphotos scan '/a b' /c"), (.scan(), "workphotos scan"),
        (.addDestination(name: nil, place: Array("folder:/x y".utf8)), "workphotos destination add NAME 'folder:/x y'"),
        (.addDestination(name: "n", place: [0x61], makingDirectory: true), "workphotos destination add n a --create"),
        (.upload(to: "a b", makingDestination: true), "workphotos upload --to 'a b' --create"),
        (.putBack("/b", as: "/i"), "workphotos index backup --index /b /i"),
        (.retract("/a b"), "workphotos retract '/a b'"),
        (.settle(run: 3, by: .emptyTrash), "workphotos runs --empty-trash 3"),
    ])
    func `Each remedy is a command that a shell reads back`(remedy: Remedy, command: String) {
        #expect(remedy.command == command)
    }

    @Test func `Remains of a killed run are reported with path, cause and command`() {
        let one = Unsettled(
            path: "/a.jpg", detail: "its directory does not exist; move it back", remedy: .acceptMissing(.directory))
        #expect(
            ActionNote.unsettled(one).words
                == "left as it is: /a.jpg: its directory does not exist; move it back, or if it was deleted: "
                + "workphotos scan --accept-missing")
        #expect(
            ActionNote.settled(1, of: 1, .upload, destination: "nas").words
                == "Settled 1 of 1 interrupted upload to nas")
    }
}
