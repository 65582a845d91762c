# shellcheck shell=bash
# Counts the tests that ran, from what their runners print at the end.

# cargo: "test result: ok. 12 passed; 0 failed; ..."
count_rust_tests() {
  awk '/^test result: ok\. / { sum += $4 } END { print sum + 0 }' "$1"
}

# vitest, which also runs the browser test: "      Tests  34 passed (34)", in colour when it thinks somebody looks.
count_web_tests() {
  awk '{ gsub(/\033\[[0-9;]*m/, "") }
       $1 == "Tests" { for (i = 2; i < NF; i++) if ($(i + 1) == "passed") sum += $i }
       END { print sum + 0 }' "$1"
}
