/// An API call that the fake answers, as in the discovery document (`resources` of drive.v3.json, revision 20261106).
/// `make check-drive` compares this table with the document in Google's client.
struct DriveMethod {
    /// The name without `drive.`, such as `files.get`.
    let name: String
    let verb: String
    /// The path below `/drive/v3/`, with variables in braces.
    let path: [Substring]
    /// The schema of the request's body; nil if it has none.
    let takes: String?
    /// The schema of the answer; nil if it has none.
    let gives: String?
    /// Types of parameters and their names, written like the members in `DriveSchemas`. A type may be followed by
    /// bounds or values, and by `!` if the parameter is deprecated.
    let parameterText: String
    /// The last components of the scopes that allow the call.
    let scopes: Set<Substring>
    let parameters: [String: String]

    private init(
        _ name: String, _ verb: String, _ path: String, _ takes: String?, _ gives: String?, _ parameters: String,
        _ scopes: String
    ) {
        (self.name, self.verb, self.takes, self.gives) = (name, verb, takes, gives)
        self.path = path.split(separator: "/")
        self.parameterText = parameters
        self.scopes = Set(scopes.split(whereSeparator: \.isWhitespace))
        self.parameters = Schema.members(of: parameters)
    }

    /// The parameters that every call takes (`parameters` at the top of the document).
    static let common = Schema.members(
        of: """
            boolean: prettyPrint
            string: access_token callback fields key oauth_token quotaUser uploadType upload_protocol
            string(1|2): $.xgafv
            string(json|media|proto): alt
            """)

    /// Finds the call with a method and a path.
    ///
    /// - Parameter path: the path's components after `/drive/v3`, decoded.
    /// - Returns: the call with the variables of its path; nil if there is none.
    static func find(_ verb: String, _ path: [String]) -> (DriveMethod, [String: String])? {
        for method in table where method.verb == verb && method.path.count == path.count {
            var values: [String: String] = [:]
            let fits = zip(method.path, path).allSatisfy { pattern, part in
                guard pattern.hasPrefix("{") else { return pattern == part }
                values[String(pattern.dropFirst().dropLast())] = part
                return true
            }
            if fits { return (method, values) }
        }
        return nil
    }

    static let table = [
        DriveMethod(
            "about.get", "GET", "about", nil, "About",
            "",
            """
            drive drive.appdata drive.file drive.metadata drive.metadata.readonly drive.photos.readonly
            drive.readonly
            """),
        DriveMethod(
            "files.generateIds", "GET", "files/generateIds", nil, "GeneratedIds",
            "integer(1..1000): count; string: space type",
            "drive drive.appdata drive.file"),
        DriveMethod(
            "files.list", "GET", "files", nil, "FileList",
            """
            boolean: includeItemsFromAllDrives supportsAllDrives
            boolean!: includeTeamDriveItems supportsTeamDrives
            integer(1..1000): pageSize
            string: corpora driveId includeLabels includePermissionsForView orderBy pageToken q spaces
            string!: teamDriveId
            string(domain|user)!: corpus
            """,
            """
            drive drive.appdata drive.file drive.meet.readonly drive.metadata drive.metadata.readonly
            drive.photos.readonly drive.readonly
            """),
        DriveMethod(
            "files.create", "POST", "files", "File", "File",
            """
            boolean: ignoreDefaultVisibility keepRevisionForever supportsAllDrives useContentAsIndexableText
            boolean!: enforceSingleParent supportsTeamDrives
            string: includeLabels includePermissionsForView ocrLanguage
            """,
            "drive drive.appdata drive.file"),
        DriveMethod(
            "files.copy", "POST", "files/{fileId}/copy", "File", "File",
            """
            boolean: copyComments ignoreDefaultVisibility keepRevisionForever supportsAllDrives
            boolean!: enforceSingleParent supportsTeamDrives
            string: includeLabels includePermissionsForView ocrLanguage
            """,
            "drive drive.appdata drive.file drive.photos.readonly"),
        DriveMethod(
            "files.get", "GET", "files/{fileId}", nil, "File",
            """
            boolean: acknowledgeAbuse supportsAllDrives
            boolean!: supportsTeamDrives
            string: includeLabels includePermissionsForView
            """,
            """
            drive drive.appdata drive.file drive.meet.readonly drive.metadata drive.metadata.readonly
            drive.photos.readonly drive.readonly
            """),
        DriveMethod(
            "files.update", "PATCH", "files/{fileId}", "File", "File",
            """
            boolean: keepRevisionForever supportsAllDrives useContentAsIndexableText
            boolean!: enforceSingleParent supportsTeamDrives
            string: addParents includeLabels includePermissionsForView ocrLanguage removeParents
            """,
            "drive drive.appdata drive.file drive.metadata drive.scripts"),
        DriveMethod(
            "files.delete", "DELETE", "files/{fileId}", nil, nil,
            "boolean: supportsAllDrives; boolean!: enforceSingleParent supportsTeamDrives",
            "drive drive.appdata drive.file"),
        DriveMethod(
            "permissions.list", "GET", "files/{fileId}/permissions", nil, "PermissionList",
            """
            boolean: supportsAllDrives useDomainAdminAccess
            boolean!: supportsTeamDrives
            integer(1..100): pageSize
            string: includePermissionsForView pageToken
            """,
            """
            drive drive.file drive.meet.readonly drive.metadata drive.metadata.readonly drive.photos.readonly
            drive.readonly
            """),
        DriveMethod(
            "permissions.create", "POST", "files/{fileId}/permissions", "Permission", "Permission",
            """
            boolean: moveToNewOwnersRoot sendNotificationEmail supportsAllDrives transferOwnership
            useDomainAdminAccess
            boolean!: enforceExpansiveAccess enforceSingleParent supportsTeamDrives
            string: emailMessage
            """,
            "drive drive.file"),
        DriveMethod(
            "permissions.get", "GET", "files/{fileId}/permissions/{permissionId}", nil, "Permission",
            "boolean: supportsAllDrives useDomainAdminAccess; boolean!: supportsTeamDrives",
            """
            drive drive.file drive.meet.readonly drive.metadata drive.metadata.readonly drive.photos.readonly
            drive.readonly
            """),
        DriveMethod(
            "permissions.update", "PATCH", "files/{fileId}/permissions/{permissionId}", "Permission", "Permission",
            """
            boolean: removeExpiration supportsAllDrives transferOwnership useDomainAdminAccess
            boolean!: enforceExpansiveAccess supportsTeamDrives
            """,
            "drive drive.file"),
        DriveMethod(
            "permissions.delete", "DELETE", "files/{fileId}/permissions/{permissionId}", nil, nil,
            """
            boolean: supportsAllDrives useDomainAdminAccess
            boolean!: enforceExpansiveAccess supportsTeamDrives
            """,
            "drive drive.file"),
        DriveMethod(
            "drives.list", "GET", "drives", nil, "DriveList",
            "boolean: useDomainAdminAccess; integer(1..100): pageSize; string: pageToken q",
            "drive drive.readonly"),
        DriveMethod(
            "drives.get", "GET", "drives/{driveId}", nil, "Drive",
            "boolean: useDomainAdminAccess",
            "drive drive.readonly"),
    ]
}
