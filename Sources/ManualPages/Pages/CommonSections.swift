/// Sections with the same text on every page that contains them.
enum CommonSections {
    /// EXIT STATUS: the exit codes and the order in which they apply.
    static let exitStatus: [String] =
        [".Sh EXIT STATUS"]
        + tagList(width: "130, 143", exitCodes.map { (".It " + $0.code, $0.meaning) })
        + [".Pp"]
        + MdocText.lines(
            """
            64, 78, 10 and 11 are reported before any work. After it, the first that applies of 130 or 143, 12, 8, 4, \
            1, 3 and 0.
            """)

    /// ENVIRONMENT: the variables that the program reads.
    static let environment: [String] =
        [".Sh ENVIRONMENT"] + tagList(width: "Ds", variables.map { (".It Ev " + $0.name, $0.meaning) })

    /// FILES: the program's data and the files that the user edits.
    static let files: [String] =
        [".Sh FILES"] + tagList(width: "Ds", paths.map { (".It Pa " + MdocText.argument($0.path), $0.meaning) })

    private static func tagList(width: String, _ items: [(tag: String, text: String)]) -> [String] {
        let quoted = width.contains(" ") ? "\"\(width)\"" : width
        return [".Bl -tag -width \(quoted)"] + items.flatMap { [$0.tag] + MdocText.lines($0.text) } + [".El"]
    }

    private static let exitCodes: [(code: String, meaning: String)] = [
        ("0", "Done, or nothing to do."),
        ("1", "Failed: nothing that was asked for succeeded."),
        ("3", "Partly done: some files could not be read, or some actions failed."),
        (
            "4",
            """
            Refused by a safety rule: too many deletions, overlapping directories, or a plan whose files changed.
            """
        ),
        ("8", "Out of quota, or the daily limit is reached; run the same command again later."),
        ("10", "There is no index, it belongs to another program, or it is newer than this program."),
        ("11", "Another workphotos holds the lock."),
        ("12", "Sign-in is needed or has expired."),
        (
            "64",
            """
            The command line is wrong, or a removal was asked for without a terminal on standard input and without \
            --yes.
            """
        ),
        ("78", "The configuration or the fences are invalid, or there is no home directory."),
        (
            "130, 143",
            """
            SIGINT, SIGTERM: work in progress was finished or stopped safely. A second signal ends the program at once; \
            a second SIGTERM only if it comes more than a second later. SIGHUP counts as SIGTERM, unless nohup has it \
            ignored.
            """
        ),
    ]

    private static let variables: [(name: String, meaning: String)] = [
        ("WORKPHOTOS_INDEX", "The index to use, unless --index is given."),
        ("WORKPHOTOS_CONFIG", "The configuration to read, unless --config is given."),
        ("WORKPHOTOS_FENCES", "The fences to read, unless --fences is given."),
        ("XDG_STATE_HOME", "Directory of the default index (default: .local/state in the home directory)."),
        (
            "XDG_CONFIG_HOME",
            """
            Directory of the default configuration and fences (default: .config in the home directory).
            """
        ),
        ("HOME", "The home directory."),
        (
            "XDG_DATA_DIRS",
            "Directories in which report and review look for maps (default: /usr/local/share:/usr/share)."
        ),
        ("XDG_RUNTIME_DIR", "Directory of the file that leads the browser to the page of review (default: TMPDIR)."),
        ("XDG_CACHE_HOME", "Directory of the pictures that review keeps (default: .cache in the home directory)."),
        ("BROWSER", "The browser that opens pages (default: what xdg-open opens)."),
        ("NO_COLOR", "If set and not empty, output is not coloured unless --color says so."),
        ("TERM", "If it is dumb, output is not coloured unless --color says so."),
    ]

    private static let paths: [(path: String, meaning: String)] = [
        (
            "$XDG_STATE_HOME/workphotos/index.sqlite",
            """
            The index: what was read from the photos and how they were judged. Only the user can read its directory.
            """
        ),
        (
            "$XDG_CONFIG_HOME/workphotos/config.toml",
            """
            The configuration (TOML). It is read if it exists. Its table [scan] has roots, the directories to scan, \
            and exclude, hidden, follow-symlinks and one-file-system, the defaults of the options of these names.
            """
        ),
        (
            "$XDG_CONFIG_HOME/workphotos/fences.geojson",
            """
            The fences, a GeoJSON FeatureCollection (RFC 7946) that any tool can edit. A Point with a radius in metres \
            is a circle.
            """
        ),
        (
            "$XDG_CACHE_HOME/workphotos",
            """
            Pictures that review has made of photos. Only the user can read it, and it can be removed at any time.
            """
        ),
    ]
}
