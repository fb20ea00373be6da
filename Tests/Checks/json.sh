#!/usr/bin/env bash
# man/workphotos-json.5 lists exactly the types and members that the program writes, which are the names passed to
# JSONLine and those of columns and of fences' properties. Every type has a schema, and every schema has a type. GeoJSON is exempt; it has its own standard.
set -u
page=man/workphotos-json.5
schemas=Sources/workphotos/schema
failed=0

[ -d Sources/WorkphotosCLI ] || exit 0

# Prints "FILE:LINE:NAME" for each type and member in the code.
printed() {
    grep -s -rnoE --include='*.swift' '(\bset\("[A-Za-z0-9]+"|\bPhotoColumn\("[A-Za-z0-9]+"|\b(one|list): "[A-Za-z0-9]+"|JSONLine\(type: "[A-Za-z]+"|init\(type: "[A-Za-z]+")' \
        --exclude='*GeoJSON*' Sources/PhotoFrontEnd Sources/WorkphotosCLI Sources/PhotoModel Sources/PhotoPipeline | sed -E 's/^([^:]+:[0-9]+):.*"([A-Za-z0-9]+)"$/\1:\2/'
}

# Members whose names are not literals in the code.
others='path pathBase64 type work personal unsure'
names=$(printed)

while IFS=: read -r file line name; do
    [ -n "$name" ] || continue
    grep -qE "^\.(It |Ss )?(Cm )?(.* , )?$name( |\$)" "$page" && continue
    echo "$file:$line: '$name' is not in $page"
    failed=1
done <<<"$names"

while IFS=: read -r line name; do
    grep -qE ":$name\$" <<<"$names" && continue
    case " $others " in *" $name "*) continue ;; esac
    echo "$page:$line: nothing prints '$name'"
    failed=1
done < <(grep -nE '^\.(It Cm|Ss) ' "$page" |
    sed -E 's/^([0-9]+):\.(It Cm|Ss) /\1:/; s/(:.*) of .*/\1/' |
    awk -F: '{ count = split($2, names, " , "); for (i = 1; i <= count; i++) print $1 ":" names[i] }')

# Prints "FILE:LINE:TYPE" for each type in the code.
types() {
    grep -s -rnoE --include='*.swift' '(JSONLine\(|init\()type: "[A-Za-z]+"' --exclude='*GeoJSON*' \
        Sources/PhotoFrontEnd Sources/WorkphotosCLI Sources/PhotoModel Sources/PhotoPipeline | sed -E 's/^([^:]+:[0-9]+):.*"([A-Za-z]+)"$/\1:\2/'
}

while IFS=: read -r file line type; do
    [ -z "$type" ] || [ -e "$schemas/$type.json" ] && continue
    echo "$file:$line: there is no $schemas/$type.json"
    failed=1
done <<<"$(types)"
for schema in "$schemas"/*.json; do
    [ -e "$schema" ] || continue
    type=${schema##*/}
    type=${type%.json}
    types | grep -q ":$type\$" && grep -qF "\"title\": \"$type\"" "$schema" && continue
    echo "$schema:1: nothing prints '$type', or the schema is called otherwise"
    failed=1
done
exit $failed
