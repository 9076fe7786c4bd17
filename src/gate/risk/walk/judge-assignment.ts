import type { Assignment, Command } from 'unbash';
import { isPureVariable } from '../../../core/process/variable-name.ts';
import { oneOf } from '../../../core/text/one-of.ts';
import { type Finding, finding } from '../finding.ts';
import type { Value } from '../parse/words.ts';
import { handedOn } from '../paths/reach.ts';
import type { Place } from '../place.ts';
import type { Judged } from './judged.ts';
import { hiddenCommand } from './variable-tricks.ts';

/** Variables that make other programs load or run something else than they seem to. */
const DANGEROUS = oneOf`
  LD_.* DYLD_.* BASH_.* ENV SHELLOPTS BASHOPTS IFS PS[0-4] PROMPT_COMMAND PATH CDPATH GLOBIGNORE GIT_.*
  SSH_ASKPASS.* NODE_OPTIONS NODE_PATH NODE_REPL_EXTERNAL_MODULE
  PYTHON(PATH|STARTUP|HOME|INSPECT|WARNINGS|BREAKPOINT) PERL5?(LIB|OPT|DB) PERL5LIB PERL5OPT RUBY(OPT|LIB)
  GEM_(HOME|PATH) BUNDLE_.* JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS CLASSPATH MAVEN_OPTS
  GRADLE_OPTS \w*PAGER LESS\w* \w*EDITOR VISUAL \w*BROWSER SHELL \w+_SHELL
  \w+_(PRELOAD|ASKPASS|WRAPPER|PROXY_COMMAND|LAUNCHER) RSYNC_RSH CVS_RSH SVN_SSH FCEDIT npm_config_.*
  NPM_CONFIG_.* YARN_.* PIP_.* UV_.* CARGO_.* RUSTC.* RUSTFLAGS GO(FLAGS|PROXY|PATH|ROOT|TOOLCHAIN) CC CXX
  LDFLAGS MAKEFLAGS MAKEFILES GCONV_PATH LOCPATH MALLOC_.* TERMINFO.* HOME XDG_CONFIG_.*
  DOCKER_(HOST|CONFIG) KUBECONFIG AWS_(CONFIG_FILE|SHARED_CREDENTIALS_FILE|ENDPOINT_URL.*|PROFILE)
  https?_proxy HTTPS?_PROXY ALL_PROXY all_proxy SSL_CERT_.* CURL_(HOME|CA_BUNDLE) WGETRC INPUTRC HISTFILE
  TMPDIR FPATH ZDOTDIR PROMPT OPENSSL_.* RIPGREP_CONFIG_PATH TAR_OPTIONS MANOPT FZF_.* BAT_CONFIG_.* PSQLRC
  TF_CLI_.* AWK(LIB)?PATH GH_CONFIG_DIR ANSIBLE_.* HGRCPATH VIMINIT EXINIT LUA_(INIT|C?PATH).* PHPRC
  PHP_INI_SCAN_DIR R_(PROFILE|ENVIRON).* JULIA_.* ERL_.*FLAGS ELIXIR_ERL_OPTIONS DOTNET_STARTUP_HOOKS
  CORECLR_.* GTK_MODULES QT_PLUGIN_PATH
`;

// What people give some of them every day.
const ORDINARY: readonly (readonly [RegExp, RegExp])[] = [
  [/^\w*PAGER$/, /^(cat|)$/],
  [/^(GIT_(SEQUENCE_)?EDITOR|EDITOR|VISUAL)$/, /^(true|:)$/],
  [/^LESS$/, /^-?[FRXSMNKIiemqw]*$/],
  [
    /^NODE_OPTIONS$/,
    /^(\s|--(max-old-space-size|max-semi-space-size|stack-size|stack-trace-limit)=\d+|--no-(warnings|deprecation|experimental-fetch)|--enable-source-maps|--trace-(warnings|deprecation|uncaught)|--unhandled-rejections=\w+|--experimental-(vm-modules|strip-types))*$/,
  ],
  [
    /^(JAVA_TOOL_OPTIONS|MAVEN_OPTS|GRADLE_OPTS)$/,
    /^(\s|-X(mx|ms|ss)\d+[kmg]|-XX:MaxMetaspaceSize=\d+[kmg])*$/i,
  ],
  [/^CARGO_(TERM_\w+|INCREMENTAL|NET_(OFFLINE|RETRY)|BUILD_JOBS)$/, /^\w*$/],
  [
    /^RUSTFLAGS$/,
    /^(\s|(-[ADW]\s*[\w:-]+|-C\s*(target-cpu|opt-level|debuginfo|debug-assertions)=[\w-]+)(?=\s|$))*$/,
  ],
  [/^GIT_(TERMINAL_PROMPT|OPTIONAL_LOCKS|MERGE_AUTOEDIT|LFS_SKIP_SMUDGE)$/, /^\w*$/],
  [/^GIT_(AUTHOR|COMMITTER)_(NAME|EMAIL|DATE)$/, /^[\w\s@.:+-]*$/],
  [/^GOFLAGS$/, /^(\s|-mod=\w+|-count=\d+|-race|-v)*$/],
  [/^PYTHONWARNINGS$/, /^(ignore|default|error|always|once|module)$/],
  [/^PIP_(DISABLE_PIP_VERSION_CHECK|NO_INPUT|NO_CACHE_DIR|QUIET|NO_COLOR|PROGRESS_BAR)$/, /^\w*$/],
  [
    /^(npm_config|NPM_CONFIG)_(fund|audit|loglevel|progress|color|update_notifier|prefer_offline|legacy_peer_deps|FUND|AUDIT|LOGLEVEL|PROGRESS|COLOR)$/,
    /^\w*$/,
  ],
  [/^YARN_ENABLE_(TELEMETRY|PROGRESS_BARS|COLORS|INLINE_BUILDS|IMMUTABLE_INSTALLS)$/, /^\w*$/],
];
// With these values they are no more than what the command beside them is asked about anyway.
const MILDER: readonly (readonly [RegExp, RegExp])[] = [
  [/^PYTHONPATH$/, /^(?!.*\.\.)(\.|[\w][\w./-]*)?(:(\.|\$PYTHONPATH|[\w][\w./-]*)?)*$/],
  [/^(CC|CXX)$/, /^(gcc|g\+\+|clang|clang\+\+|cc|c\+\+)(-\d+)?$/],
  [/^AWS_PROFILE$/, /^[\w.-]+$/],
];

const isOneOf = (list: typeof ORDINARY, name: string, value: string): boolean =>
  list.some(([names, values]) => names.test(name) && values.test(value));

/** Setting a variable changes nothing by itself, but for those that change what other programs do. */
export function judgeAssignment(name: string, value?: Value): Finding[] {
  if (!DANGEROUS.test(name)) return [];
  const text = value?.isKnown && !value.alternatives ? value.text : undefined;
  if (text !== undefined && isOneOf(ORDINARY, name, text)) return [];
  const isMilder = text !== undefined && isOneOf(MILDER, name, text);
  return [finding(isMilder ? 'MEDIUM' : 'CRITICAL', `${name} changes what other programs do`)];
}

/** What it means that a line sets a variable. */
export const judgedAssignment = (
  { name, text }: Assignment,
  value: Value | undefined,
  place: Place,
): Judged => ({
  text,
  ...(!isPureVariable(name) && { variable: text }),
  findings: [
    ...judgeAssignment(name, value),
    ...hiddenCommand(text),
    ...handedOn(value ? [value] : [], place),
  ],
});

const SETTING =
  /(^|_)(CONFIG|CONF|RC|OPTIONS?|OPTS?|FLAGS?|ARGS|COMMAND|CMD|PLUGINS?|HOOKS?|INIT|STARTUP|LOADER|MODULES?|LIBS?|LIBRARY)(_(PATH|FILE|DIR|HOME))?$|(OPTS?|OPTIONS|RC|RCFILE|PATH)$/;

/** A variable that is handed to a program, and by its name may hold what that program goes by. */
export const judgeHandedOver = (name: string): Finding[] =>
  SETTING.test(name) && !DANGEROUS.test(name)
    ? [finding('MEDIUM', `${name} may change what the program does`)]
    : [];

/** `X_CONFIG=a program` and `export X_CONFIG=a`: a variable that only the script uses is nobody's business. */
export const handedOver = ({ name, prefix, suffix }: Command): { text: string; findings: Finding[] }[] =>
  (name ? [...prefix, ...(name.value === 'export' ? suffix : [])] : []).flatMap((part) => {
    const findings = part.type === 'Assignment' ? judgeHandedOver(part.name) : [];
    return part.type === 'Assignment' && findings.length > 0 ? [{ text: part.text, findings }] : [];
  });

/** A variable that is set for a command may make it do something else. */
export function noteImpure({ name, prefix }: Command, { notes }: Place): void {
  const isImpure = prefix.some((part) => part.type === 'Assignment' && !isPureVariable(part.name));
  if (name && isImpure && notes) notes.isImpure = true;
}
