#!/usr/bin/env bash
# What `make demo` runs: builds the program, makes a sample library, scans it and lists its work photos. Everything
# stays below .build/demo, so the user's own index and fences are not touched.
set -eu
cd "$(dirname "$0")/../.."

demo=.build/demo
library=$demo/photos
program=.build-tests/release/workphotos
own=(--index "$demo/index.sqlite" --fences "$library/fences.geojson" --config "$demo/config.toml")

# Prints a command, then runs it.
show() {
    printf '\n$ workphotos %s\n' "$*"
    "$program" "$@" "${own[@]}"
}

echo 'Step 1 of 3: build the program, without optimizing it. The first time takes about six minutes on two cores;'
echo '`make test` goes on from this build, and `make install` makes the optimized one.'
Tests/Checks/build.sh --product workphotos
Tests/Checks/build.sh --product workphotos-sample

printf '\nStep 2 of 3: make a library of 300 photos in %s.\n' "$library"

rm -rf "$demo"
mkdir -p "$demo"
: >"$demo/config.toml"
.build-tests/release/workphotos-sample "$library" --photos 300 --seed 1 >/dev/null

printf '\nStep 3 of 3: try the program.\nEach of these runs with %s.\n' "${own[*]}"

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
