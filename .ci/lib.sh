# Shared by the scripts in this folder. Plain bash (3.2 or later) and git.

set -uo pipefail

checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
failures=0
passes=0

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

# The git of these scripts takes no identity, hook or signature from the user's configuration.
git() {
  command git -c user.name=ci -c user.email=ci@localhost -c commit.gpgsign=false \
    -c core.hooksPath=/dev/null -c core.autocrlf=false "$@"
}

# Copies the checkout as it is, uncommitted changes included, to a new folder, which is removed on
# exit, and goes there. The copy is a repository of its own, so that it can be restored.
enter_copy() {
  scratch=$(mktemp -d) || exit 1
  trap 'rm -rf "$scratch"' EXIT
  trap 'exit 1' INT TERM
  mkdir "$scratch/copy"
  cd "$checkout" || exit 1
  local file
  git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' file; do
    [ -e "$file" ] || continue
    mkdir -p "$scratch/copy/$(dirname "$file")"
    cp -p "$file" "$scratch/copy/$file"
  done
  cd "$scratch/copy" || exit 1
  [ -e Package.swift ] || { echo "$checkout is no git checkout of this package."; exit 1; }
  git init -q -b main && git add -A && git commit -qm 'The checkout as it is' || exit 1
}

restore_copy() {
  git checkout -q -f main && git clean -fdq
}

katas() {
  local folder
  for folder in Katas/*/; do basename "$folder"; done
}

documents() {
  git ls-files README.md 'docs/*.md'
}

# blocks FILE LANGUAGE FOLDER: writes the code blocks of a language to FOLDER/01, 02, …, the heading
# above each to FOLDER/01.title, … and the line of text below each to FOLDER/01.below, …
blocks() {
  local line number=0 title='' inside='' block=''
  mkdir -p "$3"
  while IFS= read -r line || [ -n "$line" ]; do
    case $inside in
    '')
      case $line in
      '#'*) title=${line##*# } ;;
      '```'"$2")
        inside=wanted
        number=$((number + 1))
        block="$3/$(printf %02d $number)"
        : >"$block"
        printf '%s\n' "$title" >"$block.title"
        : >"$block.below"
        ;;
      '```'*) inside=other ;;
      ?*)
        [ -z "$block" ] || [ -s "$block.below" ] || printf '%s\n' "$line" >"$block.below"
        ;;
      esac
      ;;
    *)
      if [ "$line" = '```' ]; then
        inside=''
      elif [ $inside = wanted ]; then
        printf '%s\n' "$line" >>"$block"
      fi
      ;;
    esac
  done <"$1"
}

# The number of tests, of both frameworks, that the output of swift test in FILE speaks of.
tests_run() {
  local line most=0 sum=0
  while IFS= read -r line; do
    if [[ $line =~ Executed\ ([0-9]+)\ test ]]; then
      [ "${BASH_REMATCH[1]}" -le $most ] || most=${BASH_REMATCH[1]}
    elif [[ $line =~ Test\ run\ with\ ([0-9]+)\ test ]]; then
      sum=$((sum + BASH_REMATCH[1]))
    fi
  done <"$1"
  echo $((most + sum))
}

finish() {
  printf '%d passed, %d failed\n' "$passes" "$failures"
  [ "$failures" -eq 0 ]
}
