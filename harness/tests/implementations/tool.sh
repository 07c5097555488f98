#!/bin/sh
# Stands for every tool that installs something, and for what it installs: an adapter.
# FAKE_LOG has each command line; one that contains FAKE_AT does FAKE_DO instead.
called="${0##*/} $*"

# The word after the key on a line of a file.
value() {
    while read -r line || [ -n "$line" ]; do
        case $line in "$2"*) break ;; esac
    done <"$1"
    word=${line#"$2"} && word=${word%% *} && word=${word#\"} && echo "${word%\"}"
}

speak() {
    name=$(value adapter.yaml 'name: ')
    version=$(value adapter.yaml 'version: ')
    [ ! -f requirements.txt ] || version=$(value requirements.txt "$name==")
    first=allow
    [ ! -f behaviour ] || . ./behaviour
    echo '{"repspec":"hello","protocol":1,"name":"'"$name"'","version":"'"$version"'","capabilities":["decide"]}'
    seq=0
    while read -r _; do
        seq=$((seq + 1))
        echo '{"repspec":"answer","seq":'$seq',"results":[{"verdict":"'"$first"'"},{"verdict":"disallow"}]}'
    done
    exit 0
}

case $called in
*"shim.py" | "node "*"shim.js" | "java "*Shim | "shim " | *"shim.pl" | *"shim.rb") speak ;;
esac
[ -z "$FAKE_LOG" ] || echo "$called" >>"$FAKE_LOG"
case $called in
*"${FAKE_AT:-nothing}"*)
    case $FAKE_DO in
    fail) echo "some output"; echo "no such package" >&2; exit 7 ;;
    hang) echo hanging >>"$FAKE_LOG"; exec /bin/sleep 1000 ;;
    mute) echo 'exit 3' >behaviour ;;
    err) echo 'first=disallow' >behaviour ;;
    lie) echo 'version=9.9' >behaviour ;;
    esac
    ;;
esac
case $called in
"python3 -m venv "*) /bin/mkdir -p venv/bin && /bin/cp "$0" venv/bin/python ;;
"go build "*) /bin/cp "$0" shim ;;
"cargo build "*) /bin/mkdir -p target/release && /bin/cp "$0" target/release/shim ;;
esac
