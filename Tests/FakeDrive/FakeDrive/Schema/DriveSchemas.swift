/// The members of requests and answers by type, as in the discovery document (`schemas` of drive.v3.json, revision
/// 20261106). `make check-drive` compares this table with the document in Google's client.
///
/// Each line contains a type and the members of that type. `long` is a 64-bit integer, written as a string; `time` is
/// an RFC 3339 time; `map` has arbitrary names; `[X]` is a list; a capitalized word is another entry of this table.
enum DriveSchemas {
    static let revision = "20261106"

    static let table: [String: String] = [
        "About": """
        About.storageQuota: storageQuota
        User: user
        [About.driveThemes]: driveThemes
        [About.teamDriveThemes]: teamDriveThemes
        [string]: folderColorPalette
        boolean: appInstalled canCreateDrives canCreateTeamDrives
        long: maxUploadSize
        map: exportFormats importFormats maxImportSizes
        string: kind
        """,
        "About.driveThemes": "string: backgroundImageLink colorRgb id",
        "About.storageQuota": "long: limit usage usageInDrive usageInDriveTrash",
        "About.teamDriveThemes": "string: backgroundImageLink colorRgb id",
        "ClientEncryptionDetails": "DecryptionMetadata: decryptionMetadata; string: encryptionState",
        "ContentRestriction": """
        User: restrictingUser
        boolean: ownerRestricted readOnly systemRestricted
        string: reason type
        time: restrictionTime
        """,
        "DecryptionMetadata": """
        long: kaclsId
        string: aes256GcmChunkSize encryptionResourceKeyHash jwt kaclsName keyFormat wrappedKey
        """,
        "DownloadRestriction": "boolean: restrictedForReaders restrictedForWriters",
        "DownloadRestrictionsMetadata": """
        DownloadRestriction: effectiveDownloadRestrictionWithContext itemDownloadRestriction
        """,
        "Drive": """
        Drive.backgroundImageFile: backgroundImageFile
        Drive.capabilities: capabilities
        Drive.restrictions: restrictions
        boolean: hidden
        string: backgroundImageLink colorRgb id kind name orgUnitId themeId
        time: createdTime
        """,
        "Drive.backgroundImageFile": "number: width xCoordinate yCoordinate; string: id",
        "Drive.capabilities": """
        boolean: canAddChildren canChangeCopyRequiresWriterPermissionRestriction
        canChangeDomainUsersOnlyRestriction canChangeDownloadRestriction canChangeDriveBackground
        canChangeDriveMembersOnlyRestriction canChangeSharingFoldersRequiresOrganizerPermissionRestriction
        canComment canCopy canDeleteChildren canDeleteDrive canDownload canEdit canListChildren canManageMembers
        canReadRevisions canRename canRenameDrive canResetDriveRestrictions canShare canTrashChildren
        """,
        "Drive.restrictions": """
        DownloadRestriction: downloadRestriction
        boolean: adminManagedRestrictions copyRequiresWriterPermission domainUsersOnly driveMembersOnly
        sharingFoldersRequiresOrganizerPermission
        """,
        "DriveList": "[Drive]: drives; string: kind nextPageToken",
        "File": """
        ClientEncryptionDetails: clientEncryptionDetails
        DownloadRestrictionsMetadata: downloadRestrictions
        File.capabilities: capabilities
        File.contentHints: contentHints
        File.imageMediaMetadata: imageMediaMetadata
        File.labelInfo: labelInfo
        File.linkShareMetadata: linkShareMetadata
        File.shortcutDetails: shortcutDetails
        File.videoMediaMetadata: videoMediaMetadata
        User: lastModifyingUser sharingUser trashingUser
        [ContentRestriction]: contentRestrictions
        [Permission]: permissions
        [User]: owners
        [string]: parents permissionIds spaces
        boolean: copyRequiresWriterPermission explicitlyTrashed hasAugmentedPermissions hasThumbnail
        inheritedPermissionsDisabled isAppAuthorized modifiedByMe ownedByMe shared starred trashed viewedByMe
        viewersCanCopyContent writersCanShare
        long: quotaBytesUsed size thumbnailVersion version
        map: appProperties exportLinks properties
        string: description driveId fileExtension folderColorRgb fullFileExtension headRevisionId iconLink id
        kind md5Checksum mimeType name originalFilename resourceKey sha1Checksum sha256Checksum teamDriveId
        thumbnailLink webContentLink webViewLink
        time: createdTime modifiedByMeTime modifiedTime sharedWithMeTime trashedTime viewedByMeTime
        """,
        "File.capabilities": """
        boolean: canAcceptOwnership canAccessViaGenAi canAddChildren canAddFolderFromAnotherDrive
        canAddMyDriveParent canChangeCopyRequiresWriterPermission canChangeItemDownloadRestriction
        canChangeSecurityUpdateEnabled canChangeViewersCanCopyContent canComment canCopy canDelete
        canDeleteChildren canDisableInheritedPermissions canDownload canEdit canEnableInheritedPermissions
        canListChildren canModifyContent canModifyContentRestriction canModifyEditorContentRestriction
        canModifyLabels canModifyOwnerContentRestriction canMoveChildrenOutOfDrive canMoveChildrenOutOfTeamDrive
        canMoveChildrenWithinDrive canMoveChildrenWithinTeamDrive canMoveItemIntoTeamDrive canMoveItemOutOfDrive
        canMoveItemOutOfTeamDrive canMoveItemWithinDrive canMoveItemWithinTeamDrive canMoveTeamDriveItem
        canReadDrive canReadLabels canReadRevisions canReadTeamDrive canRemoveChildren
        canRemoveContentRestriction canRemoveMyDriveParent canRename canShare canStartApproval canTrash
        canTrashChildren canUntrash
        """,
        "File.contentHints": "File.contentHints.thumbnail: thumbnail; string: indexableText",
        "File.contentHints.thumbnail": "bytes: image; string: mimeType",
        "File.imageMediaMetadata": """
        File.imageMediaMetadata.location: location
        boolean: flashUsed
        integer: height isoSpeed rotation subjectDistance width
        number: aperture exposureBias exposureTime focalLength maxApertureValue
        string: cameraMake cameraModel colorSpace exposureMode lens meteringMode sensor time whiteBalance
        """,
        "File.imageMediaMetadata.location": "number: altitude latitude longitude",
        "File.labelInfo": "[Label]: labels",
        "File.linkShareMetadata": "boolean: securityUpdateEligible securityUpdateEnabled",
        "File.shortcutDetails": "string: targetId targetMimeType targetResourceKey",
        "File.videoMediaMetadata": "integer: height width; long: durationMillis",
        "FileList": "[File]: files; boolean: incompleteSearch; string: kind nextPageToken",
        "GeneratedIds": "[string]: ids; string: kind space",
        "Label": "map: fields; string: id kind revisionId",
        "Permission": """
        [Permission.permissionDetails]: permissionDetails
        [Permission.teamDrivePermissionDetails]: teamDrivePermissionDetails
        boolean: allowFileDiscovery deleted inheritedPermissionsDisabled pendingOwner
        string: displayName domain emailAddress id kind photoLink role type view
        time: expirationTime
        """,
        "Permission.permissionDetails": "boolean: inherited; string: inheritedFrom permissionType role",
        "Permission.teamDrivePermissionDetails": """
        boolean: inherited
        string: inheritedFrom role teamDrivePermissionType
        """,
        "PermissionList": "[Permission]: permissions; string: kind nextPageToken",
        "User": "boolean: me; string: displayName emailAddress kind permissionId photoLink",
    ]
}
