# Shared by the scripts in this folder. Plain bash (3.2 or later) and git.

# With pipefail, "… | grep -q" fails now and then, since grep stops reading. Use ">/dev/null".
set -uo pipefail

checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
failures=0
passes=0
unset ATTEMPT

# Nobody needs debug information or an index of the system's modules here, and without them, a build
# takes half the time.
flags='-Xswiftc -gnone -Xswiftc -index-ignore-system-modules -Xswiftc -index-ignore-clang-modules'

pass() {
  passes=$((passes + 1))
  printf 'ok    %s\n' "$1"
}

# fail WHAT [WHAT TO DO]
fail() {
  failures=$((failures + 1))
  printf 'FAIL  %s\n' "$1"
  [ -z "${2:-}" ] || printf '      %s\n' "$2"
}

finish() {
  printf '%d passed, %d failed\n' "$passes" "$failures"
  [ "$failures" -eq 0 ]
}

# The git of these scripts ignores the user's identity, hooks, and signatures.
git() {
  command git -c user.name=ci -c user.email=ci@localhost -c commit.gpgsign=false \
    -c core.hooksPath=/dev/null -c core.autocrlf=false "$@"
}

# Lists the files of the checkout, including uncommitted ones, separated by NUL. An unpacked archive,
# which isn't a git checkout, works, too.
checkout_files() {
  git -C "$checkout" ls-files -z --cached --others --exclude-standard 2>/dev/null ||
    (cd "$checkout" && find . \( -name .build -o -name .git -o -name .swiftpm \) -prune -o \
      \( -type f -o -type l \) -print0)
}

# Copies the checkout as it is, including uncommitted changes, to a new folder, and goes there. The
# copy is a repository of its own, so that it can be restored. It's deleted on exit, along with $work.
# With CI_COPY, goes to that copy instead, which has been built already.
enter_copy() {
  work=$(mktemp -d) || exit 1
  trap 'rm -rf "$work"' EXIT
  trap 'exit 1' INT TERM
  if [ -n "${CI_COPY:-}" ]; then
    cd "$CI_COPY" || exit 1
    unset CI_COPY
    return
  fi
  mkdir "$work/copy"
  cd "$checkout" || exit 1
  local file
  checkout_files | while IFS= read -r -d '' file; do
    [ -e "$file" ] || continue
    mkdir -p "$work/copy/$(dirname "$file")"
    cp -pP "$file" "$work/copy/$file"
  done
  cd "$work/copy" || exit 1
  [ -e Package.swift ] || { echo "$checkout isn't a checkout of this package."; exit 1; }
  git init -q -b main && commit_copy
}

commit_copy() {
  git add -A && git commit -q --allow-empty -m 'The checkout as it is' || exit 1
}

restore_copy() {
  git checkout -q -f main && git clean -fdq
}

katas() {
  local folder
  for folder in Katas/*/; do basename "$folder"; done
}

require_kata() {
  [ -d "Katas/$1" ] || { echo "$1 isn't a kata. Choose from:" $(katas); exit 1; }
}

# The capstone has no net, and doesn't name its seams. Its learners wire a bench.
is_capstone() { [ -e "Tests/Katas/$1/Seam/Wiring.swift" ]; }

# Leaves one kata in the copy, without its solution, so that nothing else is built. Moves the solution
# to $work/solution, and its own tests, if it has any, to $work/tests.
only_kata() {
  [ ! -d "Solutions/$1" ] || cp -pR "Solutions/$1" "$work/solution"
  [ ! -d "Solutions/${1}Tests" ] || cp -pR "Solutions/${1}Tests" "$work/tests"
  rm -rf Solutions
  sed "/^let katas = \\[/,/^\\]/{/^  \"/{/^  \"$1\",/!d;};}" Package.swift >"$work/Package.swift"
  mv "$work/Package.swift" Package.swift
  commit_copy
}

# blocks FILE FOLDER: writes the code blocks of a page to FOLDER/001.diff, FOLDER/002.swift, …, and
# for each the heading above it to 001.title, the ## heading above it to 001.section, and the next line
# that begins with ** to 001.below.
blocks() {
  rm -rf "$2" && mkdir -p "$2"
  awk -v folder="$2" '
    inside && $0 == "```" { inside = 0; close(file); next }
    inside { print > file; next }
    /^```/ {
      inside = 1; count++; base = sprintf("%s/%03d", folder, count)
      file = base "." substr($0, 4)
      printf "" > file; below = 1
      print title > (base ".title"); close(base ".title")
      print section > (base ".section"); close(base ".section")
      printf "" > (base ".below"); close(base ".below")
      next
    }
    /^#/ { title = $0; sub(/^#+ /, "", title); below = 0 }
    /^## / { section = title }
    below && /^\*\*/ { print > (base ".below"); close(base ".below"); below = 0 }
  ' "$1"
}

# run_tests FILTER: builds, and runs the tests of Swift Testing that match. Sets verdict to green, red,
# crash, none (no test matches), or broken (no build); $work/log has the output, and $work/red the
# names of the red tests. A run that crashes leaves an empty file of results, or none.
#
# It never returns within the second in which it began. The compiler's driver compares whole seconds
# to see whether a source file has changed, so it might miss the next patch.
run_tests() {
  local status start
  start=$(date +%s)
  rm -f "$work"/results*.xml
  swift test $flags --disable-xctest --filter "$1" --xunit-output "$work/results.xml" \
    >"$work/log" 2>&1
  status=$?
  : >"$work/red"
  if ! grep -q '^Build complete!' "$work/log"; then
    verdict=broken
  elif ! grep -qs '<testcase ' "$work/results.xml"; then
    [ $status -eq 0 ] && verdict=none || verdict=crash
  elif [ $status -eq 0 ]; then
    verdict=green
  else
    verdict=red
    awk '/<testcase / { name = $0 } /<failure / && name { print name; name = "" }' \
      "$work/results.xml" |
      sed -E 's/.* name="(.*)" time=.*/\1/; s/\([^()]*\)$//; s/^`(.*)`$/\1/' |
      LC_ALL=C sort -u >"$work/red"
  fi
  while [ "$(date +%s)" -eq "$start" ]; do sleep 0.1; done
}

tests_run() {
  grep -c '<testcase ' "$work/results.xml"
}

# The first lines of what a failed build or run printed.
excerpt() {
  case $verdict in
  crash) tail -n 10 "$work/log" ;;
  none) echo 'No test matches.' ;;
  *) grep -E 'error:|recorded an issue' "$work/log" | grep -v '^ ' | LC_ALL=C sort -u | head -n 8 ;;
  esac
}

quoted() { awk '{ printf "%s`%s`", separator, $0; separator = ", " }'; }
