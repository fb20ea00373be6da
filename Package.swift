// swift-tools-version: 6.2

import PackageDescription

/// The settings of all Swift targets.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),  // SE-0335
    .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
    .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
    .enableUpcomingFeature("InferIsolatedConformances"),  // SE-0470
    .enableUpcomingFeature("ImmutableWeakCaptures"),  // SE-0481
    .strictMemorySafety(),  // SE-0458
    .treatAllWarnings(as: .error),  // SE-0443
    .unsafeFlags(["-enable-testing"], .when(configuration: .release, traits: ["Tests"])),
]

/// Other than in a debug build, the dependencies are optimized and make no assertions. Ours are compiled file by file,
/// on all processors, and after an edit only the files that it concerns.
let unoptimized = SwiftSetting.unsafeFlags(
    ["-Onone", "-no-whole-module-optimization", "-enable-batch-mode", "-incremental"],
    .when(configuration: .release, traits: ["Tests"]))

/// The targets that are optimized for the tests too. The tests spend so much time in them that it is worth theirs.
let busy: Set = ["PhotoFiles", "PhotoModel", "SampleLibrary", "WorkphotosTestSupport"]

/// The value of an environment variable as a C string. `make dist` passes the commit, libexif's version and the path of
/// its part of ICU's data this way, so that another commit compiles one file and links. SwiftPM's `gitInformation`
/// would link every debug build anew after a commit, and tells a build from a tarball nothing; libexif says its version
/// nowhere.
func told(_ name: String) -> String { "\"\(Context.environment[name] ?? "")\"" }

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let toml = Target.Dependency.product(name: "TOMLKit", package: "TOMLKit")

let package = Package(
    name: "workphotos",
    products: [
        .executable(name: "workphotos", targets: ["workphotos"]),
        .executable(name: "workphotos-sample", targets: ["workphotos-sample"]),
    ],
    traits: [
        .trait(
            name: "Tests",
            description: "Optimizes the dependencies and little else, so that the tests are built and run fast"),
        .default(enabledTraits: []),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.0.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
    ],
    targets: [
        .target(
            name: "CBuild",
            cSettings: ["WORKPHOTOS_COMMIT", "WORKPHOTOS_LIBEXIF", "WORKPHOTOS_ICU"].map { .define($0, to: told($0)) }),
        .systemLibrary(name: "CBrotli", pkgConfig: "libbrotlidec", providers: [.apt(["libbrotli-dev"])]),
        .target(name: "CCurl"),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CLibExif", pkgConfig: "libexif", providers: [.apt(["libexif-dev"])]),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

        .target(name: "PhotoModel", dependencies: [system]),
        .target(name: "PhotoFiles", dependencies: ["CLinux", "PhotoModel", system]),
        .target(
            name: "PhotoIntake",
            dependencies: [
                "CBrotli", "CExpat", "CLibExif", "CLinux", "CXXHash", "CZlib", "PhotoFiles", "PhotoModel", system,
            ]),
        .target(name: "PhotoIndex", dependencies: ["PhotoFiles", "PhotoModel", grdb, sqlite, system]),
        .target(
            name: "PhotoPipeline",
            dependencies: ["PhotoFiles", "PhotoIndex", "PhotoIntake", "PhotoModel", crypto, logging, system]),
        .target(
            name: "GoogleDrive",
            dependencies: ["CCurl", crypto, cryptoExtras, nioCore, nioHTTP1, nioPosix, system]),
        .target(
            name: "PhotoServices",
            dependencies: [
                "CLinux", "GoogleDrive", "PhotoFiles", "PhotoModel", "PhotoPipeline", crypto, system,
            ]),
        .target(name: "PhotoFrontEnd", dependencies: ["PhotoModel", "PhotoPipeline", system, toml]),
        .target(
            name: "PhotoReview",
            dependencies: ["PhotoModel", crypto, nioCore, nioHTTP1, nioPosix, system],
            resources: [
                "page.html", "page.css", "data.js", "words.js", "ground.js", "map.js", "timeline.js", "list.js",
                "server.js", "viewer.js", "decide.js", "draft.js", "fences.js", "staged.js", "page.js", "start.js",
            ]
            .map {
                .embedInCode("Page/\($0)")
            }),
        .target(
            name: "WorkphotosCLI",
            dependencies: [
                "CBuild", "PhotoFiles", "PhotoFrontEnd", "PhotoModel", "PhotoPipeline", "PhotoReview", argumentParser,
                logging, system,
            ]),
        .executableTarget(
            name: "workphotos",
            dependencies: ["PhotoModel", "PhotoPipeline", "PhotoServices", "WorkphotosCLI", system],
            exclude: ["debian", "fleet", "schema", "systemd"]),
        .target(name: "SampleLibrary", dependencies: [system]),
        .executableTarget(name: "workphotos-sample", dependencies: ["SampleLibrary", argumentParser, system]),
        .target(name: "ManualPages"),
        .executableTarget(name: "workphotos-manual", dependencies: ["ManualPages"]),

        .target(
            name: "WorkphotosTestSupport",
            dependencies: [
                "CLinux", "PhotoFiles", "PhotoIndex", "PhotoModel", "PhotoPipeline", "SampleLibrary", crypto, system,
            ],
            path: "Tests/WorkphotosTestSupport"),
        .testTarget(name: "PhotoModelTests", dependencies: ["PhotoModel", "WorkphotosTestSupport", system]),
        .testTarget(
            name: "PhotoFilesTests", dependencies: ["PhotoFiles", "PhotoModel", "WorkphotosTestSupport", system]),
        .testTarget(
            name: "PhotoIntakeTests",
            dependencies: [
                "PhotoFiles", "PhotoIntake", "PhotoModel", "SampleLibrary", "WorkphotosTestSupport", system,
            ],
            exclude: ["Read/KnownDifferences.tsv"]),
        .testTarget(
            name: "PhotoIndexTests",
            dependencies: ["PhotoIndex", "PhotoModel", "WorkphotosTestSupport", grdb, system]),
        .testTarget(
            name: "PhotoPipelineTests",
            dependencies: [
                "PhotoFiles", "PhotoIndex", "PhotoModel", "PhotoPipeline", "WorkphotosTestSupport", grdb, system,
            ]),
        .testTarget(
            name: "PhotoReviewTests",
            dependencies: ["PhotoModel", "PhotoReview", crypto, nioCore, nioPosix, system]),
        .testTarget(
            name: "GoogleDriveTests",
            dependencies: ["FakeDrive", "GoogleDrive", cryptoExtras, nioCore, nioHTTP1, nioPosix, system]),
        .testTarget(
            name: "PhotoServicesTests",
            dependencies: [
                "FakeDrive", "PhotoFiles", "PhotoModel", "PhotoPipeline", "PhotoServices", "WorkphotosTestSupport",
                system,
            ]),
        .testTarget(
            name: "WorkphotosCLITests",
            dependencies: ["PhotoModel", "PhotoPipeline", "WorkphotosCLI", "WorkphotosTestSupport", system]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "FakeDrive", "GoogleDrive", "PhotoTorture", "SampleLibrary", "WorkphotosTestSupport", system,
            ]),
        .testTarget(name: "SampleLibraryTests", dependencies: ["SampleLibrary", "WorkphotosTestSupport", system]),
        .testTarget(name: "ManualPagesTests", dependencies: ["ManualPages", "WorkphotosCLI"]),

        .target(
            name: "FakeDrive",
            dependencies: [crypto, cryptoExtras, nioCore, nioHTTP1, nioPosix, system],
            path: "Tests/FakeDrive/FakeDrive"),
        .executableTarget(
            name: "workphotos-fakedrive",
            dependencies: ["FakeDrive", argumentParser],
            path: "Tests/FakeDrive/workphotos-fakedrive"),
        .testTarget(
            name: "FakeDriveTests", dependencies: ["FakeDrive", "GoogleDrive"]),
        .executableTarget(
            name: "workphotos-drive-calls",
            dependencies: ["GoogleDrive", argumentParser, system],
            path: "Tests/Benchmarks/workphotos-drive-calls"),

        .systemLibrary(name: "CFuzzer", path: "Tests/Fuzzing/CFuzzer"),
        .target(
            name: "PhotoFuzzing",
            dependencies: ["PhotoIntake", "PhotoModel", "SampleLibrary", system],
            path: "Tests/Fuzzing/PhotoFuzzing"),
        .executableTarget(
            name: "workphotos-fuzz",
            dependencies: ["CFuzzer", "PhotoFuzzing", system],
            path: "Tests/Fuzzing/workphotos-fuzz"),

        .target(
            name: "PhotoTorture",
            dependencies: ["FakeDrive", "SampleLibrary", "WorkphotosTestSupport", crypto, sqlite, system],
            path: "Tests/Torture/PhotoTorture"),
        .executableTarget(
            name: "workphotos-torture",
            dependencies: ["PhotoTorture", argumentParser, system],
            path: "Tests/Torture/workphotos-torture"),
    ]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = busy.contains(target.name) ? strict : strict + [unoptimized]
}
