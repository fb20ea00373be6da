#!/bin/sh
# Compares uploads to rclone's remotes with rclone itself, in one run, to the same remotes.
#
# usage: Tests/Benchmarks/remotes.sh [--runs N] [--remotes LIST] [--large N] [--little N] [--program FILE] [--sample FILE]
#
#   --runs N        number of runs of each command, of which the median counts; 3 by default
#   --program FILE  a workphotos that is already built; otherwise a release build is made
#   --sample FILE   a workphotos-sample that is already built; otherwise a release build is made
#   --remotes LIST  remotes: local, sftp, webdav; all by default
#   --large N       number of photos of 3 MB; 500 by default
#   --little N      number of photos of 20 kB; 5,000 by default
#
# By rclone means `rclone copy` and `rclone check`, with `--download` if the remote has no checksums. The two alternate,
# so that other load on the machine slows down both. The servers are rclone's own, on this machine. The table goes to
# stdout and, with the raw numbers, to bench-results/. Everything else is removed at the end.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/rows.sh"

runs=3 program='' sample='' remotes='local sftp webdav' large=500 little=5000
while [ $# -gt 0 ]; do
    case $1 in
    --runs) runs=${2:?--runs takes a number}; shift ;;
    --program) program=$(realpath "${2:?--program takes a file}"); shift ;;
    --sample) sample=$(realpath "${2:?--sample takes a file}"); shift ;;
    --large) large=${2:?--large takes a number}; shift ;;
    --little) little=${2:?--little takes a number}; shift ;;
    --remotes) remotes=${2:?--remotes takes a list}; shift ;;
    *) sed -n '2,15s/^# \{0,1\}//p' "$0" >&2; exit 64 ;;
    esac
    shift
done

cd "$here/../.."
. "$here/photos.sh"

need rclone
need /usr/bin/time time
all_there

[ -n "$program" ] || program=$(built workphotos)
[ -n "$sample" ] || sample=$(built workphotos-sample)

place=${TMPDIR:-/tmp}
[ "$(mebibytes_free "$place")" -gt 8192 ] || fail "$place has less than 8 GiB free.
Type: TMPDIR=DIR $0 with a directory on a larger file system"
work=$(mktemp -d "$place/workphotos-bench.XXXXXX")
servers=
# shellcheck disable=SC2086  # these words are process ids
trap '[ -z "$servers" ] || kill $servers 2>/dev/null; rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# Reads and writes none of the user's own files.
export XDG_STATE_HOME="$work/state" XDG_CONFIG_HOME="$work/config" XDG_CACHE_HOME="$work/cache" RCLONE_CONFIG="$work/rclone.conf"
mkdir -p "$XDG_STATE_HOME" "$XDG_CONFIG_HOME/workphotos" "$work/served"
printf '[upload]\nsettle = "0s"\n' >"$XDG_CONFIG_HOME/workphotos/config.toml"
fences_everywhere "$work/fences.geojson"

stamp=$(date -u +%Y%m%dT%H%M%SZ)
mkdir -p bench-results
results=$PWD/bench-results/$stamp.remotes
: >"$results.csv"

# --- remotes -------------------------------------------------------------------------------------------------------

# Starts one of rclone's servers and waits until it listens.
serve() { # KIND
    rclone serve "$1" "$work/served" --config '' --addr 127.0.0.1:0 --user anna --pass horse -v \
        >"$work/$1.log" 2>&1 </dev/null &
    servers="$servers $!"
    tries=0
    until port=$(sed -n 's/.*127\.0\.0\.1:\([1-9][0-9]*\).*/\1/p' "$work/$1.log" | head -n 1) && [ -n "$port" ]; do
        tries=$((tries + 1))
        [ $tries -lt 100 ] || fail "rclone serve $1 did not start: $(cat "$work/$1.log")"
        sleep 0.1
    done
}

remote() { # KIND
    case $1 in
    local) printf '[local]\ntype = alias\nremote = %s\n' "$work/served" >>"$RCLONE_CONFIG" ;;
    sftp)
        serve sftp
        printf '[sftp]\ntype = sftp\nhost = 127.0.0.1\nport = %s\nuser = anna\npass = %s\n' "$port" \
            "$(rclone obscure horse)" >>"$RCLONE_CONFIG" ;;
    webdav)
        serve webdav
        printf '[webdav]\ntype = webdav\nvendor = other\nurl = http://127.0.0.1:%s/\nuser = anna\npass = %s\n' "$port" \
            "$(rclone obscure horse)" >>"$RCLONE_CONFIG" ;;
    *) fail "there is no remote $1: local, sftp and webdav are" ;;
    esac
}

: >"$RCLONE_CONFIG"
for kind in $remotes; do remote "$kind"; done

# --- measurements ---------------------------------------------------------------------------------------------------

# A library of work photos of a size, with an index.
library() { # NAME PHOTOS BYTES
    work_photos "$work/$1" "$2" "$3"
    # shellcheck disable=SC2046  # these words are flags
    "$program" scan "$work/$1" $(flags "$1") --quiet
    mkdir "$work/$1.kept"
    cp -a "$work/$1.sqlite"* "$work/$1.kept"
}

# Removes a directory through its server, which caches directory contents.
clear() { # REMOTE:DIR
    rclone purge -q "$1" 2>/dev/null || true
    sync
}

# Runs a command under time(1) and records seconds, peak KiB and processor seconds, without those of the rclone that
# workphotos starts, because it ends after workphotos.
timed() { # LIBRARY KIND WAY COMMAND...
    key=$1,$2,$3; shift 3
    /usr/bin/time -f '%e,%M,%U,%S' -o "$work/time" "$@" >/dev/null || fail "$* ended with status $?"
    printf '%s,%s,%s\n' "$key" "$(tail -n 1 "$work/time")" "$(cut -d ' ' -f 1 /proc/loadavg)" >>"$results.csv"
}

measure() { # LIBRARY KIND
    check=--download
    [ "$2" = webdav ] || check=
    turn=0
    while [ $turn -lt "$runs" ]; do
        turn=$((turn + 1))
        say "$1 to $2, turn $turn"
        rm -f "$work/$1.sqlite"*
        cp -a "$work/$1.kept"/*.sqlite* "$work/"
        # shellcheck disable=SC2046
        "$program" destination add bench "rclone:$2:to" --create $(flags "$1") --quiet
        # shellcheck disable=SC2046
        timed "$1" "$2" upload "$program" upload --to bench $(flags "$1") --quiet
        clear "$2:to"
        timed "$1" "$2" rclone \
            sh -c "rclone copy '$work/$1' '$2:copies' && rclone check -q $check '$work/$1' '$2:copies'"
        clear "$2:copies"
    done
}

library large "$large" 3000000
library little "$little" 20000
for kind in $remotes; do
    measure large "$kind"
    measure little "$kind"
done

# --- the table -----------------------------------------------------------------------------------------------------

# The median of a column of the raw numbers. Seconds are column 4, KiB 5, processor seconds 67.
median() { # LIBRARY KIND WAY COLUMN
    awk -F , -v key="$1,$2,$3" -v column="$4" '$1 "," $2 "," $3 == key {
        print column == 67 ? $6 + $7 : $column
    }' "$results.csv" | sort -n | awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'
}

ratio() { # LIBRARY KIND COLUMN
    over "$(median "$1" "$2" upload "$3")" "$(median "$1" "$2" rclone "$3")"
}

table() {
    printf '\nworkphotos uploads to remotes, %s, %s cores, Linux %s, %s, %s\n\n' "$stamp" "$(nproc)" "$(uname -r)" \
        "$(rclone version | head -n 1)" "$(stat -f -c %T "$place")"
    for kind in $remotes; do
        for name in large little; do
            for way in upload rclone; do
                printf '  %-24s %9.2f s %9.2f s of processors %8.1f MiB\n' "$name, $kind, $way" \
                    "$(median $name "$kind" $way 4)" "$(median $name "$kind" $way 67)" \
                    "$(awk -v k="$(median $name "$kind" $way 5)" 'BEGIN { print k / 1024 }')"
            done
        done
    done
    printf '\nagainst the targets\n'
    for kind in $remotes; do
        most=2
        [ "$kind" != webdav ] || most=3
        row "$large photos of 3 MB to $kind / rclone copy, check" "$(ratio large "$kind" 4)" x at-most 1.15
        row "$little photos of 20 kB to $kind / rclone copy, check" "$(ratio little "$kind" 4)" x at-most $most
    done
}

table | tee "$results.txt"
