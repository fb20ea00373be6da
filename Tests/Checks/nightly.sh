#!/usr/bin/env bash
# nightly.sh [PROGRAM]: checks that the nightly setup in README.md works. The crontab line has five fields that cron
# accepts and a command that, run with this program in cron's environment and in a new home directory, prints nothing
# and exits with 0. systemd-analyze accepts the units. Without a program nothing is run.
set -u
program=${1:+$(realpath "$1")}
units=Sources/workphotos/systemd
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
fail() {
    printf '%s\n' "$1"
    failed=1
}

# Runs a command as cron does, with $work as the home directory.
alone() { (cd "$work" && env -i HOME="$work" LOGNAME=me SHELL=/bin/sh PATH=/usr/bin:/bin "$@"); }

# The program at the path of `make install PREFIX=~/.local`, an office, photos, and a destination.
mkdir -p "$work/.local/bin" "$work/photos" "$work/shelf"
if [ -n "$program" ]; then
    ln -s "$program" "$work/.local/bin/workphotos"
    find TestData/sample -name '*.jpg' -exec cp {} "$work/photos" \;
    for arguments in 'fence add Office --at 52.52,13.405 --radius 150m' "scan $work/photos" \
        "destination add shelf folder:$work/shelf"; do
        # shellcheck disable=SC2086  # these are words
        alone "$program" -q $arguments >"$work/output" 2>&1 || fail "workphotos $arguments: $(cat "$work/output")"
    done
fi

# crontab NUMBER LINE: checks a line of README.md.
crontab() {
    local where=README.md:$1 fields field command
    read -ra fields <<<"$2"
    for field in "${fields[@]:0:5}"; do
        [[ $field =~ ^(\*|[0-9]+(-[0-9]+)?)(/[0-9]+)?(,[0-9]+(-[0-9]+)?)*$ ]] || fail "$where: '$field' is no field of cron's"
    done
    # cron ends the command at a %.
    [[ $2 != *%* ]] || fail "$where: a % ends a command of cron's"
    command=$(sed -E 's/^([^ ]+ +){5}//' <<<"$2")
    if [ -n "$program" ]; then
        output=$(alone /bin/sh -c "$command" 2>&1) || fail "$where: exit status $?"
        [ -z "$output" ] || fail "$where: cron would send: $output"
    else
        output=$(/bin/sh -nc "$command" 2>&1) || fail "$where: no shell takes the command: $output"
    fi
}

if [ -e README.md ]; then
    count=0
    while IFS=: read -r number line; do
        count=$((count + 1))
        crontab "$number" "$line"
    done < <(awk '/^```cron$/ { inside = 1; next } /^```/ { inside = 0 } inside && NF && !/^#/ { print FNR ":" $0 }' README.md)
    [ $count -gt 0 ] || fail 'README.md:1: there is no line for crontab'
fi

if [ -d $units ] && command -v systemd-analyze >/dev/null; then
    # As installed by install.sh, next to an existing program.
    [ -n "$program" ] || ln -s /bin/true "$work/.local/bin/workphotos"
    for unit in "$units"/*; do sed "s|@PREFIX@|$work/.local|" "$unit" >"$work/${unit##*/}"; done
    for unit in "$units"/*; do
        # It reports unknown settings and still exits with 0.
        output=$(HOME=$work XDG_RUNTIME_DIR=$work systemd-analyze verify --user --man=no "$work/${unit##*/}" 2>&1) ||
            output+=' (refused)'
        [ -z "$output" ] || fail "$unit: $output"
    done
elif [ -d $units ]; then
    echo 'nightly: the units of systemd are not looked at: there is no systemd-analyze' >&2
fi
exit $failed
