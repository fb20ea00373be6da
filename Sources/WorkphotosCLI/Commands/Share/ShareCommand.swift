import ArgumentParser
import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

struct ShareCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "share",
        abstract: "Share copies of work photos by link or by e-mail address.",
        discussion: """
            Shares photos that are judged work now and have a copy at the destination, with all their files but the \
            sidecars. Each copy is compared with what was sent before anybody can see it. A folder of uploads is not \
            shared: whoever sees it would see whatever comes into it. Without --yes, the command asks for \
            confirmation; for more than 100 photos, you type their number.

            Google Drive supports links and persons; --expires ends the access of persons, at most a year ahead. Some \
            of rclone's remotes support links; those that S3 signs cannot be stopped, and end by themselves after at \
            most a week. What a destination cannot enforce, such as a link that ends, is \
            refused, and nothing is shared. Sharing twice makes one permission; another --role or --expires changes \
            it.

            --album shares the photos as one: it makes the folder Albums/NAME at the destination, has the destination \
            copy exactly these photos into it, proves each copy, and shares the folder when all are there. The first \
            run fixes which photos belong to it; the same command again finishes an album that was interrupted, or \
            shares it with others. --add adds photos after asking, for those who see the album, or for whom you name. \
            With --strip-location, clean copies are sent instead, as export makes them; what cannot be cleaned for sure \
            is refused, and the rest is shared. Nothing else is ever put there, and no removal counts on these copies. \
            --remove takes photos out of an album, into the destination's trash. --stop --remove-copies does so with the \
            whole album after asking, and only with what is as it was copied; then its name is free, unless something of \
            others stays in its folder. --list also shows albums that are unfinished, that are not shared, or whose \
            folder is not there any more. Google Drive keeps albums, and so do rclone's remotes that make links to \
            folders. There, what is taken out is removed for good if the remote has no trash, and whether others can \
            see the folder already, nobody can tell.

            --stop ends the sharing of the photos that you name or select, else of all; --link, --with and --to narrow \
            that, and --album names one album, whose copies stay. It then asks the destination whether the permission \
            is gone; until the destination confirms that, the photo counts as shared. Another share that is under way \
            shares nothing more, whatever you name. Permissions that this index did \
            not make, such as those made by hand in a browser or on another machine, are unknown to it.

            Examples:
              workphotos share --fence Office --since 2026-05-01 --link --dry-run
              workphotos share ~/Pictures/2026/IMG_1234.jpg --with anna@example.com
              workphotos share --fence Office --with anna@example.com --notify
              workphotos share --album "Site visit" --fence Office --since 2026-05-01 --link
              workphotos share --album "Site visit" --add --fence Office --since 2026-06-01
              workphotos share --album "Site visit" --remove ~/Pictures/2026/IMG_1234.jpg
              workphotos share --stop --album "Site visit" --remove-copies
              workphotos share --list
              workphotos share --stop ~/Pictures/2026/IMG_1234.jpg
            """)

    @Argument(
        help: ArgumentHelp("Files to share; without files, what is selected.", valueName: "file"), completion: .file())
    var files: [String] = []

    @Flag(help: "Create a link that anyone who has it can use.")
    var link = false

    @Option(
        name: .customLong("with"),
        help: ArgumentHelp("Share with this person, by e-mail address (repeatable).", valueName: "email"),
        transform: person)
    var persons: [ShareAudience] = []

    @Option(
        help: ArgumentHelp("What they may do: reader (the default), commenter or writer.", valueName: "role"),
        transform: shareRole)
    var role: ShareRole?

    @Option(
        help: ArgumentHelp("End the access at the end of this day or minute, in UTC.", valueName: "date"),
        transform: end)
    var expires: Int64?

    @Flag(help: "Have the destination notify the persons by e-mail.")
    var notify = false

    @Option(help: ArgumentHelp("Text of that e-mail.", valueName: "text"))
    var message: String?

    @Flag(help: .hidden)
    var folder = false

    @Option(
        help: ArgumentHelp(
            "Share the photos together, as copies in a folder of their own with this name.", valueName: "name"))
    var album: String?

    @Flag(help: "Leave out of the album's copies what tells place, device and person.")
    var stripLocation = false

    @Flag(help: "Add the photos to the album.")
    var add = false

    @Flag(help: "Take the files out of the album.")
    var remove = false

    @Option(
        help: ArgumentHelp("Destination of the copies: a name, or drive:FOLDER.", valueName: "dest"),
        completion: Completions.destinations)
    var to: String?

    @Flag(help: "Show what is shared, and what of that is not work now.")
    var list = false

    @Flag(help: "Stop sharing.")
    var stop = false

    @Flag(help: "With --stop, put the copies of the album into the destination's trash.")
    var removeCopies = false

    @OptionGroup
    var selection: SelectionOptions

    @Flag(name: [.customShort("n"), .long], help: "Show what would be shared, or stopped; change nothing.")
    var dryRun = false

    @Flag(name: [.customShort("y"), .long], help: "Do not ask for confirmation.")
    var yes = false

    @OptionGroup
    var global: GlobalOptions

    private var act: ShareReport.Act {
        if list { return .listing }
        if removeCopies { return .removing }
        return stop ? .stopping : remove ? .takingOut : .sharing
    }

    var activity: String { stop || remove ? "Asking the destination" : "Looking for copies" }

    func validate() throws {
        if folder {
            throw ValidationError(
                "A folder of uploads is not shared: it would show whatever comes into it. Omit --folder to share the "
                    + "copies themselves.")
        }
        if !files.isEmpty, selection.isGiven {
            throw ValidationError("Give files or a selection, not both.")
        }
        if list, stop { throw ValidationError("--list and --stop cannot be combined.") }
        if link, !persons.isEmpty { throw ValidationError("--link and --with cannot be combined.") }
        if remove, album == nil || files.isEmpty || list || stop || link || !persons.isEmpty {
            throw ValidationError("--remove takes files out of an album: give --album and the files, and no audience.")
        }
        if stripLocation, album == nil || list || stop || remove {
            throw ValidationError("--strip-location makes clean copies for an album that is shared: give --album.")
        }
        if add, album == nil || list || stop || remove {
            throw ValidationError("--add adds photos to an album: give --album, without --list, --stop and --remove.")
        }
        if removeCopies, !stop || album == nil || link || !persons.isEmpty {
            throw ValidationError(
                "--remove-copies removes an album as a whole: give --stop and --album, and no audience.")
        }
        if list || stop || remove { return try validateLooking() }
        if !link, persons.isEmpty, !add || role != nil || expires != nil || notify {
            throw ValidationError("Give --link or --with EMAIL to share, or --list or --stop.")
        }
        if notify, link { throw ValidationError("--notify requires --with: nobody is notified of a link.") }
        if message != nil, !notify { throw ValidationError("--message requires --notify.") }
    }

    private func validateLooking() throws {
        if role != nil || expires != nil || notify || message != nil || yes && !removeCopies {
            throw ValidationError("--role, --expires, --notify, --message and --yes apply only to sharing.")
        }
        if stop, album != nil, !files.isEmpty || selection.isGiven {
            throw ValidationError("An album is stopped as a whole: omit files and selection, or give --remove.")
        }
        let isNarrowed = !files.isEmpty || selection.isGiven || link || !persons.isEmpty || album != nil
        if list, isNarrowed || to != nil || dryRun {
            throw ValidationError("--list shows everything that is shared: omit the selection, --to and --dry-run.")
        }
    }

    func run(in session: Session) async throws -> ExitStatus {
        let report = ShareReport(reporter: session.reporter, act: act, isDryRun: dryRun)
        let summary =
            switch act {
            case .listing: try showAll(session, report)
            case .stopping: try await stop(session, report)
            case .removing: try await removeAlbum(session, report)
            case .takingOut: try await takeOut(session, report)
            case .sharing: try await share(session, report)
            }
        if act == .listing { return .success }
        try report.print(summary)
        if act == .sharing {
            // Somebody may have marked a photo after it was shared.
            let albums = dryRun ? [] : try session.unjudgedLibrary().unseenAlbums()
            let warnings = ShareWarnings(
                dryRun ? [] : try session.shares(), albums: albums, listed: albums.filter { $0.name == album },
                options: session.options)
            warnings.warn(ofRefused: summary.refusedOfAlbum, options: session.options, by: session.reporter)
            warnings.warn(by: session.reporter)
        }
        return ExitStatus(summary)
    }

    private func share(_ session: Session, _ report: ShareReport) async throws -> ShareSummary {
        let places = session.places
        let grants = audiences.map { ShareGrant($0, role ?? .reader, expires: expires) }
        let order = ShareOrder(
            try subject(session), as: album, isAdding: add, isCleaning: stripLocation, grants: grants,
            mail: notify ? ShareMail(message: message ?? "") : nil, isConfirmed: yes,
            destination: try destination(session), parallel: try session.configuration().upload.parallel)
        let work = ShareWork(
            order, index: try places.index(), rules: { try session.now.rules() },
            places: try session.destinationPlaces(),
            wait: session.options.wait, isDryRun: dryRun)
        do {
            return try await work.run(
                in: try session.environmentWithSettings(onlyReads: dryRun), show: report.show
            ) { [reporter = session.reporter] (note: ActionNote) in reporter.note(note.words) }
        } catch let error as PipelineError {
            throw try session.placed(error)
        }
    }

    private func destination(_ session: Session) throws -> DestinationRequest {
        let places = session.places
        return DestinationRequest(
            to: to, standard: try session.configuration().uploadTo, configured: try session.configuredDestinations(),
            creation: .never, path: { places.expanded($0) })
    }

    private func takeOut(_ session: Session, _ report: ShareReport) async throws -> ShareSummary {
        let removal = TakeOutOfAlbum(
            files.map(session.places.absolute), of: album ?? "", at: try destination(session),
            index: try session.places.index(), places: try session.destinationPlaces(), isDryRun: dryRun)
        return try await removal.run(in: try session.environmentWithSettings(onlyReads: dryRun), show: report.show)
    }

    private func removeAlbum(_ session: Session, _ report: ShareReport) async throws -> ShareSummary {
        let removal = RemoveAlbum(
            album ?? "", at: try destination(session), index: try session.places.index(),
            places: try session.destinationPlaces(), wait: session.options.wait, isConfirmed: yes, isDryRun: dryRun)
        return try await removal.run(
            in: try session.environmentWithSettings(onlyReads: dryRun), show: report.show
        ) { [reporter = session.reporter] (note: ActionNote) in reporter.note(note.words) }
    }

    private func stop(_ session: Session, _ report: ShareReport) async throws -> ShareSummary {
        let places = session.places
        let choice = ShareChoice(
            try subject(session), audiences: Set(audiences), album: album, destination: to,
            path: { places.expanded($0) })
        let work = StopSharing(
            choice, index: try places.index(), rules: { try session.now.rules() },
            places: try session.destinationPlaces(),
            isDryRun: dryRun)
        return try await work.run(in: try session.environmentWithSettings(onlyReads: dryRun), show: report.show)
    }

    private func showAll(_ session: Session, _ report: ShareReport) throws -> ShareSummary {
        let (shares, albums) = (try session.shares(), try session.unjudgedLibrary().unseenAlbums())
        var summary = ShareSummary()
        for share in shares {
            try report.show(share)
            summary.byState[share.state, default: 0] += 1
        }
        for album in albums { try report.show(album, next: ShareWarnings.removal(of: album, session.options)) }
        try report.print(summary, exposed: shares.reduce(0) { $0 + $1.exposed.count }, albums: albums.count)
        ShareWarnings(shares, albums: albums, listed: albums, options: session.options).warn(by: session.reporter)
        return summary
    }

    /// The audiences that were named, each once.
    private var audiences: [ShareAudience] {
        var named: [ShareAudience] = link ? [.link] : []
        for person in persons where !named.contains(person) { named.append(person) }
        return named
    }

    private func subject(_ session: Session) throws -> ShareSubject {
        if files.isEmpty { return .selection(try selection.selection(in: session)) }
        return .files(files.map(session.places.absolute), typed: files.map(FilePath.init(argument:)))
    }
}

extension Session {
    /// All shares, each with the shared files that are not work now.
    func shares() throws -> [ShareResult] {
        try library().shares(at: environment.clock.now)
    }
}
