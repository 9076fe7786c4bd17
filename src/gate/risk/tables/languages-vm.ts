import type { ProgramRule } from '../programs/program-rule.ts';
import { ASKING, each, HELP } from './each.ts';

const MVN = `-B --batch-mode -q --quiet -o --offline -U --update-snapshots -e --errors -X --debug -N --non-recursive -V --show-version -T: --threads: -P: --activate-profiles: -D: --define: -f:e --file:e -a -m -d --also-make --also-make-dependents --projects: --resume-from: --no-transfer-progress -n -p -t -k --color: -l:w --log-file:w -s:r!HIGH --settings:e!HIGH --global-settings:r!HIGH --toolchains:r!HIGH -h!SAFE -v!SAFE ${ASKING}`;

const GRADLE_READ = `-q --quiet -i --info -w --warn -s --stacktrace --offline --console: --no-daemon --daemon --all --group: --configuration: --dependency: -p:l --project-dir:e --no-configuration-cache --configuration-cache --build-cache --no-build-cache --parallel --property: ${ASKING}`;

const GRADLE_OPTIONS = `-v -version!SAFE -h!SAFE -I:r!HIGH --init-script:r!HIGH -c:r!HIGH -b:e!MEDIUM --build-file:e!MEDIUM -p:e --project-dir:e -g:!HIGH --gradle-user-home:!HIGH --include-build:!HIGH -D:!MEDIUM -P:!MEDIUM -q --quiet -i --info -s --stacktrace --offline --no-daemon --daemon --stop!MEDIUM --status!LOW --console: --parallel --continue --dry-run -m -x: --scan!HIGH -e:x -cp:e -classpath:e ${ASKING}`;

const PUBLISHES = {
  pattern: /^(publish\w*|uploadArchives|closeAndRelease\w*|release|deploy|-I|--init-script|--scan|wrapper)$/,
  risk: 'HIGH',
  reason: 'publishes, or runs something of its own',
} as const;

/** The JVM and .NET. */
export const virtualMachines: readonly ProgramRule[] = [
  {
    names: 'java',
    isInterpreter: true,
    singleDash: true,
    options: `-version!SAFE -showversion -help!SAFE -h!SAFE -X!SAFE --help-extra!SAFE --list-modules!SAFE --describe-module:!SAFE -d:!SAFE --validate-modules!SAFE -jar -cp:e -classpath:e --class-path:e -p:r --module-path:e --upgrade-module-path:r!HIGH -m --module --add-modules: --add-opens: --add-exports: --add-reads: --patch-module:!HIGH --enable-native-access: --source: -ea -da -esa -dsa -server -client --dry-run -verbose --enable-preview ${ASKING}`,
    dangerousText: {
      pattern:
        /^-(javaagent|agentlib|agentpath|Xbootclasspath|Xrunjdwp)|^-XX:On(Error|OutOfMemoryError)|^-XX:(Flags|VMOptionsFile|\+UnlockDiagnostic)|jdwp|^@|^-Dcom\.sun\.management/,
      risk: 'HIGH',
      reason: 'loads or runs something beside the program',
    },
    match: ['java -version', 'java --version', 'java --help', 'java --list-modules'],
    notMatch: [
      'java Main',
      'java -jar app.jar',
      'java -javaagent:x.jar -version',
      'java -jar /tmp/x.jar',
      'java @args -version',
    ],
  },
  {
    names: 'mvn mvnd mvnDebug',
    options: MVN,
    dangerousText: {
      pattern:
        /^(deploy$|release:|exec:|site-deploy$|versions:(set|use|update)|antrun:|wrapper:|groovy:)|:deploy|(exec|groovy|antrun)-(maven-)?plugin:|^-Dexec\.|^-DaltDeployment|^(-s|--settings|-gs|--global-settings|-t|--toolchains)$|^-Dmaven\.ext\.class\.path|^-Dmaven\.repo\.remote/,
      risk: 'HIGH',
      reason: 'publishes, or runs something of its own',
    },
    subcommands: {
      ...each(
        'dependency:tree, dependency:list, dependency:analyze, help:effective-pom, help:effective-settings, help:describe, help:active-profiles, help:evaluate, help:system, versions:display-dependency-updates, versions:display-plugin-updates, versions:display-property-updates, validate, enforcer:enforce',
        { risk: 'LOW', network: true, operands: 'none', options: MVN },
      ),
    },
    match: ['mvn --version', 'mvn -v', 'mvn -h'],
    notMatch: [
      'mvn package',
      'mvn clean install',
      'mvn clean deploy',
      'mvn exec:exec -Dexec.executable=sh',
      'mvn dependency:tree',
      'mvn -s /tmp/x.xml dependency:tree',
    ],
  },
  {
    names: 'gradle',
    singleDash: true,
    busyNames: 'gradle',
    options: GRADLE_OPTIONS,
    dangerousText: PUBLISHES,
    subcommands: each(
      'help, tasks, projects, dependencies, dependencyInsight, properties, buildEnvironment, outgoingVariants, resolvableConfigurations, javaToolchains',
      { risk: 'LOW', operands: 'none', options: `${GRADLE_READ} --task: --types` },
    ),
    subcommandPatterns: [
      [
        /^:?(\w[\w-]*:){1,4}(tasks|dependencies|properties|projects)$/,
        { risk: 'LOW', operands: 'none', options: GRADLE_READ },
      ],
    ],
    bare: 'LOW',
    risk: 'LOW',
    match: [
      'gradle --version',
      'gradle tasks',
      'gradle tasks --all',
      'gradle :app:dependencies',
      'gradle help --task build',
    ],
    notMatch: [
      'gradle',
      'gradle build',
      'gradle test',
      'gradle publish',
      'gradle tasks build',
      'gradle -b other.gradle tasks',
      'gradle tasks publish',
      'gradle -I /tmp/x.gradle tasks',
    ],
  },
  {
    singleDash: true,
    names: 'kotlin scala groovy sbt lein clojure clj amm jshell jbang kotlin-native scala-cli mill',
    busyNames: 'sbt',
    options: GRADLE_OPTIONS,
    dangerousText: PUBLISHES,
    subcommands: { ...each('help', { operands: 'text', options: GRADLE_READ }) },
    bare: 'MEDIUM',
    risk: 'LOW',
    match: ['sbt --version', 'scala -version'],
    notMatch: ['sbt publish', 'sbt compile', "scala -e 'x'"],
  },
  {
    names: 'jps jcmd jstack jmap jstat jinfo javap jdeps keytool',
    risk: 'LOW',
    operands: 'read',
    singleDash: true,
    options: `-l -m -v -q -V -c -p -s -public -private -protected -package -constants -classpath:e -cp:e -verbose -gc -gcutil -class -h!SAFE -t -f -list -printcert -keystore:r -file:r -storepass: -alias: -histo -finalizerinfo -dump!HIGH -F!HIGH -e!HIGH -flag:!HIGH -genkey!HIGH -genkeypair!HIGH -import!HIGH -importcert!HIGH -delete!HIGH -exportcert!MEDIUM -providerpath:!CRITICAL -providerclass:!CRITICAL -summary -recursive ${ASKING}`,
    dangerousText: {
      pattern:
        /^(GC\.(heap_dump|run)|VM\.set_flag|JFR\.\w+|ManagementAgent\.\w+|JVMTI\.\w+|Thread\.dump_to_file|Compiler\.\w+)$|^-(dump|J|flag|provider)/,
      risk: 'HIGH',
      reason: 'reaches into a running program, or loads something into this one',
    },
    match: ['jps -l', 'javap -c Main.class', 'jstack 123', 'jcmd 123 VM.version', 'jcmd'],
    notMatch: [
      'keytool -genkeypair',
      'jcmd 1 JVMTI.agent_load x',
      'jcmd 1 GC.heap_dump /tmp/x',
      'jmap -dump:file=x 1',
      'javap -c /etc/x.class',
      'javap -J-javaagent:x.jar Main',
      'jps --unheard-of',
    ],
  },
  {
    names: 'jar',
    risk: 'LOW',
    operands: 'read',
    options: `-t --list --describe-module -d -v --verbose -f: --file: -c!MEDIUM -x!MEDIUM -u!MEDIUM -i!MEDIUM --create!MEDIUM --extract!MEDIUM --update!MEDIUM -C:e -m:r -e: -J:!HIGH ${ASKING}`,
    dangerousText: {
      pattern: /^(c|x|u|i)[vfm0eM]*$|^@/,
      risk: 'MEDIUM',
      reason: 'writes an archive, or what is in it',
    },
    match: ['jar tf app.jar', 'jar --list --file app.jar', 'jar tvf app.jar'],
    notMatch: [
      'jar cf app.jar .',
      'jar xf app.jar',
      'jar --create --file a.jar .',
      'jar tf /root/a.jar',
      'jar -J-javaagent:x tf a.jar',
    ],
  },
  {
    names: 'dotnet',
    options: `--info!SAFE --list-sdks!SAFE --list-runtimes!SAFE -h!SAFE -d --diagnostics ${ASKING}`,
    subcommands: {
      ...each(
        'list, tool list, nuget list, workload list, sln list, new list, new --list, help, nuget locals, sdk check, workload search, package search, package list, reference list',
        {
          risk: 'LOW',
          network: true,
          operands: 'text',
          options: `--outdated --deprecated --vulnerable --include-transitive --format: -g --global --local -v: --verbosity: --framework: --source:u!HIGH --config:e!HIGH -l --list -c!MEDIUM --clear!MEDIUM ${HELP}`,
        },
      ),
      ...each(
        'build, test, run, clean, msbuild, pack, format, watch, sln, new, vstest, exec, store, fsi, build-server, ef',
        {
          risk: 'MEDIUM',
          operands: 'text',
          options: `-c: --configuration: -f: --framework: -r: --runtime: -o:w --output:w -v: --verbosity: --no-build --no-restore --nologo --filter: --logger: --collect: --results-directory:w --project:e -p: --os: -a: --arch: --self-contained --force --no-dependencies --verify-no-changes --launch-profile: -t -l: --blame -s:r!HIGH --settings:e --test-adapter-path:!HIGH ${HELP}`,
        },
      ),
      ...each(
        'restore, add, remove, tool install, tool update, tool restore, tool uninstall, tool run, workload, nuget add, publish, package, reference',
        {
          risk: 'HIGH',
          network: true,
          operands: 'text',
          options: `-c: -o:w --source:u!CRITICAL -s:u!CRITICAL --add-source:u!CRITICAL -g --global --version: --prerelease ${HELP}`,
        },
      ),
      ...each('nuget push, nuget delete, nuget trust, nuget sign, dev-certs, user-secrets', {
        risk: 'CRITICAL',
        network: true,
        operands: 'text',
      }),
    },
    match: ['dotnet --version', 'dotnet --info', 'dotnet --list-sdks'],
    notMatch: [
      'dotnet build',
      'dotnet test',
      'dotnet add package x',
      'dotnet nuget push x',
      'dotnet app.dll',
      'dotnet restore',
      'dotnet list package',
    ],
  },
];
