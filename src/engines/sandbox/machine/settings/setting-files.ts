import { oneOf } from '../../../../core/text/one-of.ts';
import { plainGitConfig } from './plain-git-config.ts';
import { plainPairs, plainPatterns } from './plain-lines.ts';

/** What of a file anybody may see; undefined, or an error, where that is nothing. */
export type PlainForm = (text: string) => string | undefined | Promise<string>;

// The parsers take a while to load, and few people have all of these files.
const yaml =
  (keys: RegExp): PlainForm =>
  async (text) =>
    (await import('./plain-document.ts')).plainYaml(text, keys);
const toml =
  (keys: RegExp): PlainForm =>
  async (text) =>
    (await import('./plain-document.ts')).plainToml(text, keys);
const pairs =
  (separator: RegExp, keys: RegExp): PlainForm =>
  (text) =>
    plainPairs(text, separator, keys);

const NPM = oneOf`
  (@[\w.-]+:)?registry access audit audit-level auto-install-peers bin-links ca cache cafile color
  dedupe-peer-dependents depth engine-strict fetch-(retries|retry-\w+|timeout) foreground-scripts fund
  global-style hoist(-pattern)?(\[\])? https?-proxy ignore-scripts include(\[\])?
  init[.-](author[.-](name|email|url)|license|version|module) install-(links|strategy) legacy-bundling
  legacy-peer-deps link-workspace-packages lockfile lockfile-version loglevel maxsockets message
  min-release-age minimum-release-age network-(concurrency|timeout) node-linker node-version nodedir noproxy
  omit(\[\])? omit-lockfile-registry-resolved optional package-import-method package-lock
  prefer-(dedupe|frozen-lockfile|offline|online|workspace-packages) prefix production progress provenance
  proxy public-hoist-pattern(\[\])? python resolution-mode save
  save-(bundle|dev|exact|optional|peer|prefix|prod|workspace-protocol) script-shell send-metrics
  shamefully-hoist shell-emulator side-effects-cache sign-git-(commit|tag) store-dir
  strict-(peer-deps|peer-dependencies|ssl) symlink tag tag-version-prefix target_arch target_platform umask
  unicode update-notifier use-node-version virtual-store-dir which-pm-runs workspaces?(-update)? yes
`;

const YARN_CLASSIC = oneOf`
  (@[\w.-]+:)?registry cache-folder child-concurrency disable-self-update-check
  ignore-(engines|platform|scripts) lastUpdateCheck network-(concurrency|timeout) nmMode prefix save-exact
  save-prefix strict-ssl version-(tag-prefix|git-tag|git-message|sign-git-tag) workspaces-\w+
  yarn-offline-mirror(-pruning)? yarn-path https?-proxy proxy
`;

const YARN = oneOf`
  npm(RegistryServer|PublishRegistry|AlwaysAuth|PublishAccess|MinimalAgeGate)
  npmScopes\s\S+\snpm(RegistryServer|PublishRegistry|AlwaysAuth) nodeLinker enable\w+ pnp\w+
  nm(HoistingLimits|Mode|SelfReferences) (cache|global|deferredVersion|virtual)Folder compressionLevel
  checksumBehavior cacheMigrationMode defaultLanguageName defaultProtocol defaultSemverRangePrefix
  immutablePatterns ignore(Cwd|Path) installStatePath lockfileFilename networkConcurrency
  network(Settings)\s\S+\s(enableNetwork|httpProxy|httpsProxy) httpRetry httpTimeout https?Proxy
  httpsCaFilePath packageExtensions\s.+ plugins\s(path|spec|checksum) prefer\w+ progressBarStyle rcFilename
  supportedArchitectures\s\w+ telemetryInterval tsEnableAutoTypes unsafeHttpWhitelist winLinkType yarnPath
`;

const PIP = oneOf`
  index-url extra-index-url index find-links trusted-host timeout default-timeout retries no-index pre
  prefer-binary only-binary no-binary no-build-isolation require-virtualenv require-hashes
  disable-pip-version-check break-system-packages no-cache-dir cache-dir cert user target prefix format
  progress-bar quiet verbose no-input no-color no-warn-script-location use-feature use-pep517
  upgrade-strategy root-user-action proxy constraint src log-file
`;

const UV =
  /^(pip )?(index-url|extra-index-url|find-links|no-index|index-strategy|index (name|url|default|explicit|format)|cache-dir|cache-keys|compile-bytecode|concurrent-\w+|exclude-newer|link-mode|native-tls|no-binary|no-build|no-build-isolation|no-cache|no-progress|no-sources|offline|prerelease|preview|python|python-(downloads|preference|version|platform|install-mirror)|pypy-install-mirror|reinstall|required-version|require-hashes|resolution|break-system-packages|system|target|prefix|upgrade|allow-insecure-host|publish-url|fork-strategy|add-bounds|strict|generate-hashes|no-strip-\w+|annotation-style|output-file)$/;

const CONDA = oneOf`
  channels default_channels allowlist_channels denylist_channels channel_alias custom_channels\s\S+
  custom_multichannels\s\S+ migrated_\w+\s\S+ channel_priority add_pip_as_python_dependency
  aggressive_update_packages allow_\w+ always_\w+ anaconda_upload auto_\w+ changeps1 clobber console
  create_default_packages default_python default_threads disallowed_packages download_only env_prompt
  envs_dirs error_upload_url execute_threads extra_safety_checks fetch_threads local_repodata_ttl
  non_admin_enabled notify_outdated_conda number_channel_notices offline override_channels_enabled
  path_conflict pinned_packages pip_interop_enabled pkgs_dirs proxy_servers\s\S+ quiet remote_\w+
  repodata_(fns|threads|use_zst) report_errors restore_free_channel rollback_enabled safety_checks
  sat_solver separate_format_cache shortcuts show_channel_urls show_channels solver ssl_verify subdir
  subdirs unsatisfiable_hints update_\w+ use_\w+ verbosity verify_threads
`;

const CARGO = oneOf`
  paths build\s[\w-]+ target\s\S+\s(linker|runner|ar|rustflags|rustdocflags)
  target\s\S+\s\S+\s(rustc-link-lib|rustc-link-search|rustc-flags|rustc-cfg|root|include)
  net\s(retry|git-fetch-with-cli|offline) profile\s.+ term\s[\w-]+(\s\w+)?
  source\s\S+\s(registry|replace-with|directory|local-registry|git|branch|tag|rev)
  registries\s\S+\s(index|protocol) registry\s(default|index)
  http\s(timeout|multiplexing|check-revoke|cainfo|low-speed-limit|proxy|ssl-version(\s\w+)?) install\sroot
  cargo-new\s\w+ resolver\s[\w-]+ unstable\s[\w-]+
  patch\s.+\s(git|path|version|branch|tag|rev|registry|package|features)
  env\s(RUST\w*|CARGO\w*|\w+_(DIR|PATH|HOME|ROOT|STATIC|INCLUDE|LIB|LIBS|TARGET))(\s(value|force|relative))?
  future-incompat-report\sfrequency cache\s[\w-]+
`;

/**
 * Settings of the home directory that change what programs answer (who commits, which registry is used), each shown by a
 * list of keys: a new one for a password is not on it.
 */
export const SETTING_FILES: ReadonlyMap<string, PlainForm> = new Map([
  ['.gitconfig', plainGitConfig],
  ['.config/git/config', plainGitConfig],
  ['.config/git/ignore', plainPatterns],
  ['.config/git/attributes', plainPatterns],
  ['.gitignore_global', plainPatterns],
  ['.gitignore', plainPatterns],
  ['.npmrc', pairs(/\s*=\s*/, NPM)],
  ['.yarnrc', pairs(/\s+/, YARN_CLASSIC)],
  ['.yarnrc.yml', yaml(YARN)],
  ['.config/pip/pip.conf', pairs(/\s*[=:]\s*/, PIP)],
  ['.pip/pip.conf', pairs(/\s*[=:]\s*/, PIP)],
  ['.config/uv/uv.toml', toml(UV)],
  ['.condarc', yaml(CONDA)],
  ['.conda/.condarc', yaml(CONDA)],
  ['.cargo/config.toml', toml(CARGO)],
  ['.cargo/config', toml(CARGO)],
  ['.sbt/repositories', pairs(/:\s*/, /^[\w.-]+$/)],
]);
