import ManualPages
import Testing

struct ManualPageTests {
    private func page(_ name: String) throws -> String {
        let manual = try Manual(dump: SampleDump.pick)
        return try #require(manual.pages.first { $0.fileName == name }).text(date: "March 1, 2026")
    }

    @Test func `a page begins with its date, title and name`() throws {
        let expected = """
            .Dd March 1, 2026
            .Dt PICK-PLACE-ADD 1
            .Os
            .Sh NAME
            .Nm pick-place-add
            .Nd add a place

            """
        #expect(try page("pick-place-add.1").hasPrefix(expected))
    }

    @Test func `the synopsis shows required and optional arguments, and the common ones as one`() throws {
        #expect(
            try page("pick-place-add.1").contains(
                """
                .Sh SYNOPSIS
                .Nm pick
                .Cm place \\&add
                .Fl \\-radius Ar length
                .Op Fl \\-mode Ar mode
                .Op Ar common\\-option ...
                .Sh DESCRIPTION

                """))
        #expect(
            try page("pick-scan.1").contains(
                ".Op Fl \\-reread\n.Op Fl \\-exclude Ar glob ...\n.Op Ar common\\-option ...\n.Op Ar \\&dir ...\n"))
    }

    @Test func `an option is listed with its value, its allowed values and its default`() throws {
        #expect(
            try page("pick-place-add.1").contains(
                ".It Fl \\-radius Ar length\nIts radius.\nOne of 50m, 150m.\nThe default is 150m.\n"))
    }

    @Test func `values that the option's description names are not listed again`() throws {
        #expect(try page("pick-place-add.1").contains("\nHow: fast or slow.\n.El\n"))
    }

    @Test func `common options are described only on the program's page`() throws {
        #expect(try page("pick.1").contains(".It Fl q , Fl \\-quiet\nPrint no notes.\n"))
        let scan = try page("pick-scan.1")
        #expect(!scan.contains("Print no notes."))
        #expect(scan.contains(".Fl \\-quiet ,\nare described in\n.Nm pick Ns Pq 1 .\n"))
    }

    @Test func `hidden commands and options are on no page`() throws {
        for page in try Manual(dump: SampleDump.pick).pages {
            let text = page.text(date: "March 1, 2026")
            #expect(!text.contains("secret"))
            #expect(!text.contains("debug"))
        }
    }

    @Test func `a group lists its commands with their pages`() throws {
        #expect(
            try page("pick-place.1").contains(
                """
                .Sh COMMANDS
                .Bl -tag -width Ds
                .It Nm pick-place-add Ns Pq 1
                Add a place.
                .It Nm pick-place-list Ns Pq 1
                List places.
                .El

                """))
    }

    @Test func `examples follow the exit status unchanged`() throws {
        let text = try page("pick.1")
        let examples = ".Sh EXAMPLES\n.Bd -literal -offset indent\npick scan .\n.Ed\n.Sh SEE ALSO\n"
        #expect(text.contains(examples))
        #expect(!text.contains("Examples:"))
    }

    @Test(arguments: ["pick.1", "pick-scan.1", "pick-place.1", "pick-place-add.1"])
    func `every page has the exit codes`(name: String) throws {
        let text = try page(name)
        for code in ["0", "1", "3", "4", "8", "10", "11", "12", "64", "78", "130, 143"] {
            #expect(text.contains("\n.It \(code)\n"))
        }
    }

    @Test func `the program refers to all pages that are no command's`() throws {
        #expect(
            try page("pick.1").hasSuffix(
                """
                .Sh SEE ALSO
                .Nm pick-config Ns Pq 5 ,
                .Nm pick-fences Ns Pq 5 ,
                .Nm pick-index Ns Pq 5 ,
                .Nm pick-json Ns Pq 5 ,
                .Nm pick-destinations Ns Pq 7 ,
                .Nm pick-fleet Ns Pq 7 ,
                .Nm pick-google Ns Pq 7

                """))
    }

    @Test func `a command refers to the program, its group and the other commands of the group`() throws {
        #expect(
            try page("pick-place-add.1").hasSuffix(
                """
                .Sh SEE ALSO
                .Nm pick Ns Pq 1 ,
                .Nm pick-place Ns Pq 1 ,
                .Nm pick-place-list Ns Pq 1 ,
                .Nm pick-index Ns Pq 5 ,
                .Nm pick-json Ns Pq 5

                """))
    }
}
