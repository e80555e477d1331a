#!/usr/bin/env bash
# Builds, runs and tests Ordinal: ./sbt run, ./sbt test, ./sbt stage.
# Uses an installed sbt, or else the launcher that Maven brings. Repositories are those of
# project/repositories, by their built-in names.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
here=$PWD

missing() { echo "ordinal: $1" >&2; exit 1; }

java=${JAVA_HOME:+$JAVA_HOME/bin/}java
command -v "$java" >/dev/null 2>&1 || missing "no java found: install JDK 17 or later, or set JAVA_HOME"
major=$("$java" -XshowSettings:properties -version 2>&1 | sed -n 's/.*java.specification.version = \([0-9]*\).*/\1/p')
[ "${major:-0}" -ge 17 ] || missing "JDK 17 or later is needed, $java is version ${major:-unknown}: set JAVA_HOME"

options=(-Dsbt.override.build.repos=true "-Dsbt.repository.config=$here/project/repositories")
# Colours and moving lines are for people; a file or a pipe gets plain lines.
[ -t 1 ] || options+=(-Dsbt.color=false -Dsbt.supershell=false)

launcher() {
  local version dir jar
  version=$(sed -n 's/^sbt.version=//p' project/build.properties)
  dir=${XDG_CACHE_HOME:-${HOME:-$here/target}/.cache}/ordinal/sbt-$version
  jar=$dir/sbt-launch.jar
  if [ ! -s "$jar" ]; then
    command -v mvn >/dev/null 2>&1 || missing "neither sbt nor Maven found: install one of them"
    echo "ordinal: taking the sbt $version launcher from Maven, once" >&2
    mkdir -p "$dir"
    mvn -q -B dependency:copy "-Dartifact=org.scala-sbt:sbt-launch:$version" \
      "-DoutputDirectory=$dir" -Dmdep.stripVersion=true >&2 ||
      missing "Maven could not bring org.scala-sbt:sbt-launch:$version (is the network there?)"
  fi
  echo "$jar"
}

installed=$(command -v sbt || true)
if [ -n "$installed" ] && [ ! "$installed" -ef "$here/sbt" ]; then
  command=("$installed" "${options[@]}" "$@") # reads .jvmopts by itself
else
  jar=$(launcher)
  jvm=()
  while read -r option; do jvm+=("$option"); done <.jvmopts
  command=("$java" "${jvm[@]}" "${options[@]}" -jar "$jar" "$@")
fi

# The program runs by itself, not below sbt: signals, terminal and exit code are its own.
if [ "$*" = run ]; then
  "${command[@]:0:${#command[@]}-1}" stage
  exec target/universal/stage/bin/ordinal start
fi

# After a test run the last line is the count, whatever sbt prints around it.
for argument in "$@"; do
  case $argument in
  test | */test | testOnly* | */testOnly*)
    rm -f target/test-summary
    status=0
    "${command[@]}" || status=$?
    [ ! -f target/test-summary ] || cat target/test-summary
    exit "$status"
    ;;
  esac
done
exec "${command[@]}"
