import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

struct DestinationOpeningTests {
    private let scene: DestinationScene
    private let marker = FilePath(DestinationMarker.fileName)

    init() throws {
        scene = try DestinationScene()
        try scene.tree.makeDirectory("nas")
    }

    @Test func `A place gets a marker, and is known from then on`() async throws {
        let first = try await scene.open("nas", name: "nas")
        #expect(scene.service("nas").changes == ["makeDestination creating: false"])
        let again = try await scene.open("nas", name: "nas", .never)
        #expect(again.destination == first.destination)
        #expect(first.destination?.spec == scene.spec("nas").text)
        #expect(try scene.index.destinations().map(\.name) == ["nas"])
        #expect(scene.service("nas").changes.count == 1)
    }

    @Test func `A known destination without its marker counts as unmounted, and nothing is done`() async throws {
        _ = try await scene.open("nas", name: "nas")
        try scene.tree.remove("nas")
        try scene.tree.makeDirectory("nas")
        for creation in [DestinationCreation.never, .ask, .existing, .create] {
            let error = try #require(try await scene.refusal("nas", name: "nas", creation))
            #expect(error.kind == .destination)
            #expect(error.message.contains("is it mounted?"))
        }
        #expect(!scene.tree.exists("nas/.workphotos-destination"))
        try scene.tree.remove("nas")
        let error = try #require(try await scene.refusal("nas", name: "nas", .create))
        #expect(error.kind == .destination && error.message.contains("is it mounted?"))
        #expect(!scene.tree.exists("nas"), "nothing is made where a mount belongs")
    }

    @Test func `It is also known by its place, even through a link`() async throws {
        _ = try await scene.open("nas", name: "nas")
        try scene.tree.remove("nas/.workphotos-destination")
        #expect(try await scene.refusal("nas", .create)?.kind == .destination)
        try scene.tree.link("road", to: scene.tree.path("nas"))
        #expect(try await scene.refusal("road", .create)?.kind == .destination)
    }

    @Test func `Another destination's marker is refused`() async throws {
        _ = try await scene.open("nas", name: "nas")
        try scene.tree.write("nas/.workphotos-destination", Array("0123\n".utf8))
        let error = try #require(try await scene.refusal("nas", name: "nas"))
        #expect(error.kind == .destination)
        #expect(error.message.contains("another destination"))
    }

    @Test func `An existing marker is accepted without asking`() async throws {
        try scene.tree.write("nas/.workphotos-destination", Array("abcd\n".utf8))
        let open = try await scene.open("nas", .never)
        #expect(open.destination?.marker.text == "abcd")
        #expect(scene.service("nas").changes.isEmpty)
        #expect(try scene.index.destinations().map(\.name) == [scene.spec("nas").text])
    }

    @Test(arguments: ["nas", nil])
    func `A destination that moved is taken at its new place, by its marker`(name: String?) async throws {
        let first = try await scene.open("nas", name: "nas")
        try scene.tree.rename("nas", to: "other")
        scene.answersElsewhere = true
        let dry = try await scene.open("other", name: name, .never, isDryRun: true)
        #expect(dry.destination?.id == first.destination?.id)
        #expect(try scene.index.destinations().map(\.spec) == [scene.spec("nas").text], "a dry run writes nothing")
        let second = try await scene.open("other", name: name, .never)
        #expect(second.destination?.id == first.destination?.id)
        #expect(second.name == "nas")
        #expect(try scene.index.destinations().map(\.spec) == [scene.spec("other").text])
    }

    @Test func `A copy of a destination is refused while the destination itself answers`() async throws {
        _ = try await scene.open("nas", name: "nas")
        try scene.tree.write("other/.workphotos-destination", scene.tree.read("nas/.workphotos-destination"))
        scene.answersElsewhere = true
        for name in ["nas", nil] as [String?] {
            let error = try #require(try await scene.refusal("other", name: name, .never))
            #expect(error.kind == .destination && error.message.contains("one of them is a copy"), "\(error)")
        }
        #expect(try scene.index.destinations().map(\.spec) == [scene.spec("nas").text])
        let fetching = try await scene.open("other", name: "nas", .never, isToFetch: true)
        #expect(fetching.name == "nas", "bytes that are hashed on arrival may come from a copy")
        try scene.tree.remove("nas")
        #expect(try await scene.open("other", .never).name == "nas")
    }

    /// What may be at a destination's old place while the destination is not known to be gone.
    enum OldPlace: CaseIterable, Sendable {
        case unmounted, without, another, belowUnmounted
    }

    @Test(arguments: OldPlace.allCases)
    func `A copy of a destination is refused while its old place only lacks the marker`(old: OldPlace) async throws {
        try scene.tree.makeDirectory("mount/nas")
        _ = try await scene.open("mount/nas", name: "nas")
        let marker = try scene.tree.read("mount/nas/.workphotos-destination")
        try scene.tree.write("other/.workphotos-destination", marker)
        scene.answersElsewhere = true
        switch old {
        case .unmounted:
            try scene.tree.remove("mount/nas")
            try scene.tree.makeDirectory("mount/nas")
        case .without:
            try scene.tree.remove("mount/nas/.workphotos-destination")
            try scene.tree.write("mount/nas/a.jpg", [1])
        case .another: try scene.tree.write("mount/nas/.workphotos-destination", Array("abcd\n".utf8))
        case .belowUnmounted: try scene.tree.remove("mount/nas")
        }
        for name in ["nas", nil] as [String?] {
            let error = try #require(try await scene.refusal("other", name: name, .never))
            #expect(error.kind == .destination && error.remedy == .removeDestination("nas"), "\(error)")
        }
        #expect(try scene.index.destinations().map(\.spec) == [scene.spec("mount/nas").text])
    }

    @Test(arguments: [UploadError.Kind.unavailable, .signIn, .transient, .setup, .failed])
    func `A destination has not moved while nobody knows whether its old place has the marker`(
        kind: UploadError.Kind
    ) async throws {
        _ = try await scene.open("nas", name: "nas")
        try scene.tree.write("other/.workphotos-destination", scene.tree.read("nas/.workphotos-destination"))
        scene.answersElsewhere = true
        scene.service("nas").fail(with: UploadError(kind, "does not answer"))
        for name in ["nas", nil] as [String?] {
            let error = try #require(try await scene.refusal("other", name: name, .never))
            #expect(error.kind == .destination && error.message.contains("does not answer"), "\(error)")
            #expect(error.remedy == .removeDestination("nas"))
        }
        #expect(try await scene.refusal("other", name: "nas", .never, isDryRun: true) != nil)
        #expect(try scene.index.destinations().map(\.spec) == [scene.spec("nas").text])
        scene.answersElsewhere = false
        #expect(try await scene.refusal("other", name: "nas", .never) != nil, "a service that cannot be made")
        _ = try scene.index.removeDestination(named: "nas", at: 2)
        #expect(try await scene.open("other", name: "nas", .never).name == "nas")
    }

    @Test(arguments: [.missing, nil] as [UploadError.Kind?])
    func `It has moved where the old place is known to be missing`(kind: UploadError.Kind?) async throws {
        _ = try await scene.open("nas", name: "nas")
        try scene.tree.write("other/.workphotos-destination", scene.tree.read("nas/.workphotos-destination"))
        scene.answersElsewhere = true
        if let kind {
            scene.service("nas").fail(with: UploadError(kind, "does not exist"))
        } else {
            try scene.tree.remove("nas")
        }
        #expect(try await scene.open("other", name: "nas", .never).name == "nas")
        #expect(try scene.index.destinations().map(\.spec) == [scene.spec("other").text])
    }

    @Test func `A name for another place without its marker is an error that says both`() async throws {
        _ = try await scene.open("nas", name: "nas")
        try scene.tree.makeDirectory("new")
        let error = try #require(try await scene.refusal("new", name: "nas", .create))
        #expect(error.kind == .configuration && error.remedy == .removeDestination("nas"))
        #expect(error.message.contains(scene.spec("new").text) && error.message.contains(scene.spec("nas").text))
        #expect(scene.service("new").changes.isEmpty)
    }

    @Test func `Where none may be made, no error says how to make one`() async throws {
        #expect(try await scene.refusal("new", name: "nas", .never)?.remedy == nil)
        let error = try #require(try await scene.refusal("nas", name: "nas", .never))
        #expect(error.remedy == nil && error.message.contains("has lost the file .workphotos-destination"))
    }

    @Test func `Without a marker the user is asked, and no is the default`() async throws {
        let answers = TypedAnswers(["", nil, "yes"], canAsk: true)
        scene.confirmation = answers
        #expect(try await scene.refusal("nas", .ask)?.kind == .destination)
        #expect(try await scene.refusal("nas", .ask)?.kind == .destination)
        #expect(scene.service("nas").changes.isEmpty)
        #expect(try await scene.open("nas", .ask).isNew == false)
        #expect(answers.questions.count == 3)
        #expect(answers.questions[0].hasSuffix("[y/N]"))
    }

    @Test func `Without a terminal the error says what helps`() async throws {
        let error = try #require(try await scene.refusal("nas", .ask))
        #expect(error.kind == .destination)
        #expect(error.remedy == .addDestination(name: nil, place: Array(scene.spec("nas").text.utf8)))
        let configured = try #require(try await scene.refusal("nas", name: "nas", .ask))
        #expect(configured.remedy == .upload(to: "nas", makingDestination: true))
        #expect(scene.service("nas").changes.isEmpty)
    }

    @Test func `A missing directory is created only if requested`() async throws {
        let error = try #require(try await scene.refusal("new"))
        #expect(error.kind == .destination)
        let place = Array(scene.spec("new").text.utf8)
        #expect(error.remedy == .addDestination(name: nil, place: place, makingDirectory: true))
        #expect(!scene.tree.exists("new"))
        #expect(try await scene.open("new", .create).isNew == false)
        #expect(scene.tree.exists("new/.workphotos-destination"))
    }

    @Test func `A dry run does not ask and writes nothing`() async throws {
        for creation in [DestinationCreation.never, .ask, .existing, .create] {
            let open = try await scene.open("nas", name: "nas", creation, isDryRun: true)
            #expect(open.isNew)
            #expect(open.name == "nas" && open.destination == nil)
        }
        #expect(try await scene.open("new", .create, isDryRun: true).isNew)
        #expect(scene.service("nas").changes.isEmpty && scene.service("new").changes.isEmpty)
        #expect(try scene.index.destinations().isEmpty)
        try scene.tree.write("nas/.workphotos-destination", Array("abcd\n".utf8))
        #expect(try await scene.open("nas", isDryRun: true).isNew)
        #expect(try scene.index.destinations().isEmpty)
    }

    @Test func `A destination that is replaced during a run is noticed`() async throws {
        let open = try await scene.open("nas", name: "nas")
        try await DestinationOpening().checkAgain(open)
        try scene.tree.remove("nas/.workphotos-destination")
        await #expect(throws: PipelineError.self) { try await DestinationOpening().checkAgain(open) }
    }

    @Test(arguments: [
        (UploadError.Kind.signIn, PipelineError.Kind.signIn), (.quota, .quota), (.unavailable, .destination),
        (.failed, .destination), (.full, .destination),
    ])
    func `A service's errors are reported by kind`(kind: UploadError.Kind, expected: PipelineError.Kind) async throws {
        scene.service("nas").fail(with: UploadError(kind, "the reason"))
        let error = try #require(try await scene.refusal("nas", name: "nas"))
        #expect(error.kind == expected)
        #expect(error.message.contains("the reason"))
    }
}
