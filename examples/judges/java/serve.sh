#!/bin/sh
# Serves a Java subject to `dpgen hunt --serve`.
#
#   dpgen hunt examples/judges/maven-pom.ron --serve 'sh examples/judges/java/serve.sh Maven'
#
#   serve.sh Maven|MavenPaths|Ant|Rhino|Closure [--traces]
#
# Needs a JDK 17, and for Maven /usr/share/maven (Debian: maven), for Ant ant.jar (ant), for Rhino rhino.jar (librhino-java),
# for --traces JaCoCo's agent (libjacoco-java), in /usr/share/java; for Closure CLOSURE_JAR names the compiler's jar (npm:
# google-closure-compiler-java@20240317.0.0, as later ones need a newer JDK). Classes are compiled once, into DPGEN_JUDGES or
# a folder for temporary files.
set -e
here=$(cd "$(dirname "$0")" && pwd)
subject=${1:?a subject: Maven, MavenPaths, Ant, Rhino or Closure}
shift
case $subject in
Maven | MavenPaths) jars=$(ls /usr/share/maven/lib/*.jar | tr '\n' ':') ;;
Ant) jars=/usr/share/java/ant.jar:/usr/share/java/ant-launcher.jar ;;
Rhino) jars=/usr/share/java/rhino.jar ;;
Closure) jars=${CLOSURE_JAR:?the jar of the Closure compiler} ;;
*) jars=${CLASSPATH:-} ;;
esac
classes=${DPGEN_JUDGES:-${TMPDIR:-/tmp}/dpgen-judges-$(id -u)}/$subject
if [ ! -e "$classes/done" ] || [ "$here/$subject.java" -nt "$classes/done" ] || [ "$here/Judge.java" -nt "$classes/done" ]; then
    mkdir -p "$classes"
    javac -d "$classes" -cp "$jars" "$here/Judge.java" "$here/Traces.java" "$here/$subject.java" >&2
    touch "$classes/done"
fi
agent=
case ${1:-} in
--traces)
    [ -e "$classes/jacocoagent.jar" ] || (cd "$classes" && jar xf /usr/share/java/org.jacoco.agent.jar jacocoagent.jar)
    agent="-javaagent:$classes/jacocoagent.jar=output=none,excludes=Judge*:Traces:org.mozilla.javascript.gen.*"
    ;;
esac
# shellcheck disable=SC2086
exec java -XX:+UseSerialGC -Xss4m $agent -cp "$classes:$jars" Judge "$subject" "$@"
