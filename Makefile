# The daily commands of workphotos; `make` alone lists them.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=

.PHONY: help setup build test agreement check check-drive check-gpx check-fleet lint format man demo bench bench-million torture mutants fuzz fuzz-coverage sanitize dist tarball deb check-deb install uninstall clean

help: ## list these commands
	@echo 'usage: make COMMAND'
	@sed -n 's/^\([a-z-]*\):[^#]*## /  \1\t/p' Makefile | expand -t 18

setup: ## install what the build needs, if it is missing
	@Tests/Checks/setup.sh

build: setup ## build everything for debugging, into .build/debug
	$(SWIFT) build --build-tests
	@Tests/Checks/picture.sh .build/debug

test: ## run the tests and list the slowest
	@Tests/Checks/setup.sh test
	@Tests/Checks/test.sh

LIBRARIES ?= 2000

agreement: ## compare what why says with what purges, uploads and records do, on LIBRARIES (2000) random libraries
	@Tests/Checks/setup.sh test
	@Tests/Checks/agreement.sh '$(LIBRARIES)'

check: ## check format, imports, documentation, manual and more; everything except the tests
	@Tests/Checks/setup.sh check
	@Tests/Checks/check.sh

check-drive: ## check the tests' fake of Google Drive with Google's own Python client
	@Tests/Checks/setup.sh drive
	@Tests/Checks/drive.sh

check-gpx: ## compare positions inferred from tracks with those of Debian's gpscorrelate
	@Tests/Checks/setup.sh gpx
	@Tests/Checks/gpx.sh

PHOTOS ?= 20000

check-fleet: ## compare the job for Spark, and an import of its result, with a scan of PHOTOS (20000)
	@Tests/Checks/setup.sh fleet
	@Tests/Checks/fleet.sh '$(PHOTOS)'

lint: ## run the checks that need no build
	@Tests/Checks/setup.sh check
	@Tests/Checks/lint.sh

format: ## format the Swift files
	$(SWIFT) format --in-place --parallel --recursive Package.swift Sources Tests

man: setup ## write the commands' manual pages
	$(SWIFT) build --product workphotos
	$(SWIFT) build --product workphotos-manual
	.build/debug/workphotos --experimental-dump-help | .build/debug/workphotos-manual man

demo: setup ## build, make a sample library, scan it and list its work photos
	@Tests/Checks/demo.sh

bench: setup ## compare scans with exiftool, exiv2, find and a C program, uploads with cp, rclone and curl, purges with mv; measure the pages of report and review
	@Tests/Benchmarks/bench.sh
	@Tests/Benchmarks/upload.sh
	@Tests/Benchmarks/remotes.sh
	@Tests/Benchmarks/purge.sh
	@Tests/Benchmarks/drive.sh
	@Tests/Benchmarks/report.sh
	@Tests/Benchmarks/review.sh

bench-million: setup ## run the scan benchmark also on 1,000,000 small photos; takes 6 GiB of memory
	@Tests/Benchmarks/bench.sh --million

POINTS ?= 600
SEED ?= 1
MINUTES ?=
SCENARIOS ?=
DRIVE ?= 400

torture: ## kill, fail and disturb the program at POINTS (600) of its system calls, chosen by SEED, in SCENARIOS (all), for MINUTES, and at DRIVE (400) requests to Google Drive
	@Tests/Checks/setup.sh torture
	@Tests/Torture/torture.sh --points '$(POINTS)' --seed '$(SEED)' $(MINUTES:%=--minutes '%') $(SCENARIOS:%=--scenario '%') --drive-points '$(DRIVE)'

ONLY ?=

mutants: ## change the safety code in small ways, one at a time, and check that a test fails; ONLY selects by name
	@Tests/Checks/setup.sh test
	@Tests/Mutants/mutants.sh $(ONLY)

SECONDS ?= 60
READER ?=

fuzz: setup ## fuzz each reader for SECONDS (60), or only READER
	@Tests/Fuzzing/fuzz.sh '$(SECONDS)' $(READER)

fuzz-coverage: setup ## show the coverage of each reader by the inputs that fuzzing kept
	@Tests/Fuzzing/coverage.sh $(READER)

SANITIZER ?= address

sanitize: setup ## run the tests and all inputs under the address sanitizer; with SANITIZER=thread, only the tests
	@Tests/Fuzzing/sanitize.sh '$(SANITIZER)'

dist: ## build the program as it is installed, into .build/dist
	@Tests/Checks/dist.sh

tarball: ## make a tarball of it, with checksums and a list of its contents, into .build/tarball
	@Tests/Checks/tarball.sh

deb: ## make a Debian package of it, into .build/deb
	@Tests/Checks/deb.sh

check-deb: ## install the package in a minimal Debian, as root, and check that it works
	@Tests/Checks/check-deb.sh

install: ## install program, manual and completions below PREFIX (/usr/local)
	@Tests/Checks/install.sh '$(DESTDIR)' '$(PREFIX)'

uninstall: ## remove what install put below PREFIX
	@Tests/Checks/install.sh --remove '$(DESTDIR)' '$(PREFIX)'

clean: ## remove all builds
	rm -rf .build .build-tests .build-fuzz/fuzzer .build-fuzz/address .build-fuzz/coverage .build-fuzz/tests .build-fuzz/thread .build-fuzz/libexif .build-mutants
