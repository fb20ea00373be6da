# The daily commands of workphotos; `make` alone lists them.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=

.PHONY: help setup build test check check-drive check-gpx lint format man demo bench bench-million torture mutants fuzz fuzz-coverage sanitize dist tarball deb check-deb install uninstall clean

help: ## list these commands
	@echo 'usage: make COMMAND'
	@sed -n 's/^\([a-z-]*\):[^#]*## /  \1\t/p' Makefile | expand -t 18

setup: ## install what the build needs, where it is missing
	@Tests/Checks/setup.sh

build: setup ## build everything for debugging, into .build/debug
	$(SWIFT) build --build-tests

test: ## run the tests, and name the slowest
	@Tests/Checks/setup.sh test
	@Tests/Checks/test.sh

check: ## check format, walls, doors, manual and the rest; all but the tests
	@Tests/Checks/setup.sh check
	@Tests/Checks/check.sh

check-drive: ## hold the tests' fake of Google Drive to Google's own Python client
	@Tests/Checks/setup.sh drive
	@Tests/Checks/drive.sh

check-gpx: ## hold positions from tracks to those of Debian's gpscorrelate
	@Tests/Checks/setup.sh gpx
	@Tests/Checks/gpx.sh

lint: ## the checks that need no build
	@Tests/Checks/setup.sh check
	@Tests/Checks/lint.sh

format: ## bring the Swift files into the project's format
	$(SWIFT) format --in-place --parallel --recursive Package.swift Sources Tests

man: setup ## write the manual's pages of the commands anew
	$(SWIFT) build --product workphotos
	$(SWIFT) build --product workphotos-manual
	.build/debug/workphotos --experimental-dump-help | .build/debug/workphotos-manual man

demo: setup ## build, make a sample library, scan it and list its work photos
	@Tests/Checks/demo.sh

bench: setup ## compare scans with exiftool, exiv2, find and a C program, uploads with cp, rclone and curl, purges with mv
	@Tests/Benchmarks/bench.sh
	@Tests/Benchmarks/upload.sh
	@Tests/Benchmarks/remotes.sh
	@Tests/Benchmarks/purge.sh
	@Tests/Benchmarks/drive.sh

bench-million: setup ## the same on 1,000,000 small photos; takes 6 GiB of memory
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

mutants: ## change the safety code in small ways, one at a time, and see whether a test fails; ONLY some, by name
	@Tests/Checks/setup.sh test
	@Tests/Mutants/mutants.sh $(ONLY)

SECONDS ?= 60
READER ?=

fuzz: setup ## fuzz each reader for SECONDS (60), or READER alone
	@Tests/Fuzzing/fuzz.sh '$(SECONDS)' $(READER)

fuzz-coverage: setup ## what the inputs that fuzzing kept reach of each reader
	@Tests/Fuzzing/coverage.sh $(READER)

SANITIZER ?= address

sanitize: setup ## the tests and all inputs under the address sanitizer; the tests alone with SANITIZER=thread
	@Tests/Fuzzing/sanitize.sh '$(SANITIZER)'

dist: ## build the program as it is installed, into .build/dist
	@Tests/Checks/dist.sh

tarball: ## the same as a tarball, with checksums and a list of what is in it, into .build/tarball
	@Tests/Checks/tarball.sh

deb: ## the same as a package for Debian, into .build/deb
	@Tests/Checks/deb.sh

check-deb: ## install the package in a Debian of its own, as root, and see whether it works
	@Tests/Checks/check-deb.sh

install: ## install program, manual and completions below PREFIX (/usr/local)
	@Tests/Checks/install.sh '$(DESTDIR)' '$(PREFIX)'

uninstall: ## remove what install put below PREFIX
	@Tests/Checks/install.sh --remove '$(DESTDIR)' '$(PREFIX)'

clean: ## remove what was built
	rm -rf .build .build-fuzz/fuzzer .build-fuzz/address .build-fuzz/coverage .build-fuzz/tests .build-fuzz/thread .build-fuzz/libexif .build-mutants
