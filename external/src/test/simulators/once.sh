#!/bin/sh
# Run once per simulation; the first argument chooses a way to misbehave.
mode=$1
shift
while [ $# -gt 1 ]; do
    case $1 in
        --mu) mu=$2 ;;
        --observations) n=$2 ;;
        --seed) seed=$2 ;;
    esac
    shift 2
done
case $mode in
    fails) echo "no license found" >&2; exit 3 ;;
    hangs) sleep 1000 ;;
    floods) yes 1 ;;
    rubbish) echo "Welcome to Sim 2.0"; echo "1,2,3" ;;
    well) echo "extra,x"; awk -v mu="$mu" -v n="$n" -v seed="$seed" 'BEGIN { for (i = 0; i < n; i++) print i "," mu + i + seed % 10 }' ;;
esac
