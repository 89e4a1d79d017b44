#!/bin/sh
# An outside agent with a terminal: takes QUESTION through a case, each step a process of its own.
# It looks OTHER up and quotes eight words of RULE, after a first draft that misquotes it.
# Prints each step's exit code, kind and version.
# Usage: agent.sh QUESTION READING RULE OTHER
set -u
question=$1 reading=$2 rule=$3 other=$4
reply=$(mktemp)
trap 'rm -f "$reply"' EXIT

# of EXPRESSION: what it gives of the newest reply, r.
of() { python3 -c "import json, sys; r = json.load(open(sys.argv[1])); print($1)" "$reply"; }

# step COMMAND...: take it, note how it went.
step() {
    judge case "$@" >"$reply"
    echo "$? $(of 'r["kind"], r["case"]["version"]')"
}

# draft WORDS: a draft that claims that RULE says WORDS.
draft() {
    python3 -c 'import json, sys
print(json.dumps({"kind": "verdict", "citations": [{"source": sys.argv[1], "quote": sys.argv[2]}], "answer": f"It is as the rule says ({sys.argv[1]}).", "confidence": "low"}))' "$rule" "$1"
}

step open "$question"
id=$(of 'r["case"]["id"]')
echo "$reading" | step read "$id" --version 1 -
step lookup "$id" --version 2 --rule "$other"
step status "$id"
words=$(of "' '.join(next(s['text'] for s in r['material']['sources'] if s['source'] == '$rule').split()[:8])")
draft "$words, or so I remember" | step submit "$id" --version 3 -
of '"\n".join(r["objections"])' >&2
draft "$words" | step submit "$id" --version 4 -
of 'r["verdict"]["citations"][0]["quote"]'
step close "$id"
