#!/bin/sh
# The line protocol with what every Unix has: sed finds the fields, awk makes the numbers.
while read -r line; do
    field() { printf '%s' "$line" | sed "s/.*\"$1\": *\"\{0,1\}\([-+.0-9eE]*\).*/\1/"; }
    awk -v id="$(field id)" -v mu="$(field mu)" -v n="$(field observations)" -v seed="$(field seed32)" 'BEGIN {
        srand(seed)
        printf "{\"id\": %d, \"rows\": [", id
        for (i = 0; i < n; i++) printf "%s%.9g", (i ? ", " : ""), mu + rand()
        print "]}"
    }'
done
