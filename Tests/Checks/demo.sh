#!/usr/bin/env bash
# What `make demo` runs: builds the program, makes a sample library, scans it and lists its work photos. Everything
# stays below .build/demo, so the user's own index and fences are not touched.
set -eu
cd "$(dirname "$0")/../.."

demo=.build/demo
library=$demo/photos
program=.build/dist/bin/workphotos
own=(--index "$demo/index.sqlite" --fences "$library/fences.geojson" --config "$demo/config.toml")

# Prints a command, then runs it.
show() {
    printf '\n$ workphotos %s\n' "$*"
    "$program" "$@" "${own[@]}"
}

# Uses the build that `make install` installs, so that `make install` has nothing to build afterwards.
echo 'Building workphotos; the first time takes some minutes.'
Tests/Checks/dist.sh
swift build -c release --static-swift-stdlib --product workphotos-sample

rm -rf "$demo"
mkdir -p "$demo"
: >"$demo/config.toml"
.build/release/workphotos-sample "$library" --photos 300 --seed 1 >/dev/null

printf '\nEach of these runs with %s.\n' "${own[*]}"

show fence list
show scan "$library"
show list --work --limit 10
show status

cat <<END

That was a made-up library: 300 photos and their fences in $library, the index in $demo.
\`make clean\` removes them.

With your own photos:
  make install PREFIX=~/.local                                      # or: sudo make install
  workphotos fence add Office --at 52.5200,13.4050 --radius 150m    # where you work
  workphotos scan ~/Pictures                                        # reads only; no photo is changed
  workphotos list --work
END
