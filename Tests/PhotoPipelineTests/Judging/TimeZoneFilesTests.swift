import PhotoModel
import PhotoPipeline
import Testing

struct TimeZoneFilesTests {
    /// What is said of a name that is no zone.
    private func message(_ name: String) throws -> String {
        let error = #expect(throws: TextError.self) { try TimeZoneFiles().zone(named: name) }
        return try #require(error).message
    }

    @Test(arguments: [
        ("GMT+2", "2 h ahead of UTC", "Europe/Athens"), ("GMT-5", "5 h behind UTC", "America/New_York"),
        ("UTC+05:30", "5 h 30 min ahead of UTC", "Asia/Kolkata"), ("+0200", "2 h ahead of UTC", "Europe/Athens"),
        ("Etc/UTC-8", "8 h behind UTC", "America/Los_Angeles"), ("PST", "abbreviation", "America/Los_Angeles"),
        ("pdt", "abbreviation", "America/Los_Angeles"), ("BST", "abbreviation", "Europe/London"),
        ("IST", "abbreviation", "Asia/Kolkata, Europe/Dublin, Asia/Jerusalem"),
        ("MESZ", "abbreviation", "Europe/Berlin"),
    ])
    func `An offset and an abbreviation are explained, with a city's zone and no other`(
        name: String, why: String, city: String
    ) throws {
        let message = try message(name)
        #expect(message.contains(why) && message.contains(city), "\(message)")
        #expect(!message.contains("did you mean"))
    }

    @Test(arguments: ["GMT+2", "GMT-5", "PST", "XST", "ABC", "Etc/GMT+20", "EST6", "GMT2"])
    func `No suggestion turns a sign or leads to another side of the earth`(name: String) throws {
        let message = try message(name)
        #expect(!message.contains("Etc/GMT") || message.contains("\"Etc/GMT+20\""), "\(message)")
        #expect(!message.contains("did you mean"), "\(message)")
    }

    @Test(arguments: [
        ("Berlin", "Europe/Berlin"), ("Europe/Berln", "Europe/Berlin"), ("america/new_york", "America/New_York"),
    ])
    func `A city's zone is suggested for one that is written a little differently`(name: String, zone: String) throws {
        #expect(try message(name).contains("did you mean \(zone)?"))
    }
}
