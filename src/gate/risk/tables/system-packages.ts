import type { ProgramRule } from '../programs/program-rule.ts';
import { each } from './each.ts';

const HELP = '--help!SAFE --version!SAFE';
const APT =
  '-a -c:!CRITICAL -d -f -h -m -n -o:!CRITICAL -q -s -t: -u -V -y --all-versions --allow-downgrades!CRITICAL --allow-unauthenticated!CRITICAL --assume-no --autoremove --config-file:!CRITICAL --dry-run --download-only --fix-broken --fix-missing --force-yes!CRITICAL --full --installed --just-print --manual-installed --names-only --no-install-recommends --no-install-suggests --no-remove --no-upgrade --only-upgrade --option:!CRITICAL --print-uris --purge!CRITICAL --quiet --recurse --reinstall --simulate --target-release: --upgradable --upgradeable --verbose-versions --yes';
const DNF =
  '-4 -6 -b -c:!CRITICAL -C -d: -e: -h -q -v -y --allowerasing --assumeno --assumeyes --best --cacheonly --config:!CRITICAL --disablerepo: --downloadonly --enablerepo: --exclude: --installroot:!CRITICAL --nogpgcheck!CRITICAL --obsoletes --quiet --refresh --releasever: --repo: --repofrompath:!CRITICAL --setopt:!CRITICAL --showduplicates --skip-broken --verbose --installed --available --all';
const BREW =
  '-1 -a -d -f -g -h -l -n -q -r -s -t -v --all --analytics --cask --casks --days: --debug --desc --dry-run --env? --eval-all --for-each --force --formula --formulae --full-name --github --greedy --HEAD --include-build --include-optional --installed --installed-as-dependency --installed-on-request --json? --leaves --multiple --no-named --pinned --quiet --recursive --tree --union --variations --verbose --versions --1 --prefix: --cellar: --cache: --repository: --caskroom --env --help --version';

const CHANGES = 'changes what is installed on this machine';

/** Package managers of the system. */
export const systemPackages: readonly ProgramRule[] = [
  {
    names: 'apt apt-get apt-cache apt-mark aptitude nala',
    options: `${APT} ${HELP}`,
    stopAtOperand: false,
    subcommands: {
      ...each(
        'list, search, show, policy, depends, rdepends, showpkg, showsrc, pkgnames, madison, stats, unmet, dump, dotty, help, moo, showmanual, showauto, showhold, why, why-not, versions',
        { operands: 'text' },
      ),
      ...each('changelog, check, download', { risk: 'LOW', network: true, operands: 'text' }),
      ...each(
        'update, install, reinstall, remove, upgrade, full-upgrade, dist-upgrade, autoremove, auto-remove, clean, autoclean, build-dep, source, satisfy, hold, unhold, auto, manual, safe-upgrade, fetch',
        { risk: 'HIGH', network: true, operands: 'text', reason: CHANGES },
      ),
      ...each('purge, autopurge, edit-sources, modernize-sources', { risk: 'CRITICAL', operands: 'text' }),
    },
    otherwise: 'HIGH',
    match: [
      'apt list --installed',
      'apt search foo',
      'apt-cache policy node',
      'apt show curl',
      'apt --version',
    ],
    notMatch: [
      'apt install x',
      'apt-get update -o APT::Update::Pre-Invoke::=/bin/sh',
      'apt purge x',
      'apt-get -y remove x',
      'apt changelog apt',
    ],
  },
  {
    names: 'dpkg dpkg-query dpkg-deb',
    operands: 'read',
    options:
      '-# -A!HIGH -B!HIGH -b!MEDIUM -c -C -D: -e!MEDIUM -E -f -G -i!CRITICAL -I -l -L -O -p -P!CRITICAL -r!CRITICAL -R!CRITICAL -s -S -V -W -x!MEDIUM -X!MEDIUM --abort-after: --add-architecture!CRITICAL --admindir:l --audit --build!MEDIUM --clear-selections!CRITICAL --compare-versions --configure!CRITICAL --contents --control!MEDIUM --control-list --control-path --control-show --extract!MEDIUM --field --force-all!CRITICAL --get-selections --info --install!CRITICAL --instdir:!CRITICAL --list --listfiles --no-pager --post-invoke:!CRITICAL --pre-invoke:!CRITICAL --print-architecture --print-avail --print-foreign-architectures --purge!CRITICAL --record-avail!HIGH --remove!CRITICAL --root:!CRITICAL --search --set-selections!CRITICAL --show --showformat: --status --unpack!CRITICAL --verify --vextract!MEDIUM -f: --help --version',
    match: ['dpkg -L curl', 'dpkg -S bin/ls', 'dpkg --print-architecture', 'dpkg-query -W curl'],
    notMatch: [
      'dpkg -i a.deb',
      'dpkg --pre-invoke=sh -l',
      'dpkg -P x',
      'dpkg -x a.deb out',
      'dpkg --unknown',
    ],
  },
  {
    names: 'yum dnf dnf5 microdnf zypper tdnf',
    options: `${DNF} ${HELP}`,
    stopAtOperand: false,
    subcommands: {
      ...each(
        'list, search, info, provides, whatprovides, repoquery, repolist, deplist, history, help, check, lr, repos, se, if, wp, pa, packages, patches, ps, locks',
        { risk: 'LOW', network: true, operands: 'text' },
      ),
      ...each('check-update, updateinfo, lu, list-updates', { risk: 'LOW', network: true, operands: 'text' }),
      ...each('makecache, refresh, ref, download', { risk: 'MEDIUM', network: true, operands: 'text' }),
    },
    otherwise: 'HIGH',
    network: true,
    match: ['dnf --version', 'yum'],
    notMatch: ['yum list installed', 'dnf install x', 'dnf -c evil.conf list', 'zypper rm x'],
  },
  {
    names: 'rpm',
    operands: 'read',
    dangerousText: [
      {
        pattern: /^[^-]/,
        unless: '-q --query -V --verify -K --checksig',
        risk: 'MEDIUM',
        reason: 'is not a query',
      },
      {
        // Without a query, -i installs.
        pattern: /^-(?=\w*i)[a-zA-Z]+$/,
        unless: '-q --query -V --verify',
        risk: 'CRITICAL',
        reason: 'installs a package',
      },
    ],
    options:
      '-a -c -d -D:!CRITICAL -e!CRITICAL -E:!CRITICAL -f -F!CRITICAL -g -h -i -K -l -L -p -q -R -s -t: -U!CRITICAL -v -V --all --changelog --checksig --conflicts --dbpath:l --define:!CRITICAL --erase!CRITICAL --eval:!CRITICAL --file --force!CRITICAL --freshen!CRITICAL --import!CRITICAL --info --install!CRITICAL --last --list --load:!CRITICAL --macros:!CRITICAL --nodeps!CRITICAL --package --pipe:!CRITICAL --predefine:!CRITICAL --provides --qf: --query --queryformat: --quiet --rcfile:!CRITICAL --requires --root:!CRITICAL --scripts --showrc --state --undefine: --upgrade!CRITICAL --verify --whatprovides --whatrequires --help --version',
    match: ['rpm -qa', 'rpm -q bash', 'rpm -ql curl'],
    notMatch: [
      'rpm --eval \'%{lua:os.execute("/bin/sh")}\'',
      'rpm -Uvh a.rpm',
      'rpm -e x',
      'rpm -i a.rpm',
      "rpm --pipe 'sh' -qa",
    ],
  },
  {
    names: 'pacman yay paru pamac',
    busyNames: 'yay paru',
    operands: 'text',
    singleDash: true,
    options: `-Q -Qe -Qd -Qdt -Qdtq -Qi -Qii -Ql -Qm -Qn -Qo -Qq -Qqe -Qqm -Qqen -Qs -Qss -Qt -Qu -Qua -Qk -Qc -Ss -Si -Sii -Sl -Sg -F -Fl -Fs -Fy!HIGH -T -V -h -q -v -S!HIGH -Sy!HIGH -Syu!HIGH -Syyu!HIGH -Syy!HIGH -Su!HIGH -Sc!HIGH -Scc!HIGH -Sw!HIGH -U!CRITICAL -R!HIGH -Rs!HIGH -Rns!CRITICAL -Rn!HIGH -Rnsc!CRITICAL -Rsc!CRITICAL -Rdd!CRITICAL -Rc!CRITICAL -D!HIGH --query --sync!HIGH --remove!HIGH --upgrade!CRITICAL --files --deptest --database!HIGH --noconfirm --needed --asdeps --asexplicit --color: --config:!CRITICAL --hookdir:!CRITICAL --root:!CRITICAL --dbpath:!CRITICAL --gpgdir:!CRITICAL --overwrite:!CRITICAL ${HELP}`,
    dangerousText: { pattern: /^-[SRUD](?![sigl]+$)/, risk: 'HIGH', reason: CHANGES },
    match: ['pacman -Q', 'pacman -Qi bash', 'pacman -Ss foo'],
    notMatch: ['pacman -S x', 'pacman -Syuq', 'pacman -Rns x', 'pacman --hookdir=. -S x'],
  },
  {
    names: 'apk opkg xbps-query emerge equery pkg pkg_info pkgin slackpkg eopkg',
    options: `-a -e -I -q -s -v -vv -L -S -U --installed --upgradable --all --no-cache --no-network ${HELP}`,
    stopAtOperand: false,
    subcommands: {
      ...each(
        'info, list, search, show, policy, version, stats, query, which, files, belongs, depends, uses, list-installed, list-upgradable, status, describe, size',
        { risk: 'LOW', network: true, operands: 'text' },
      ),
    },
    otherwise: 'HIGH',
    match: ['apk --version', 'pkg_info'],
    notMatch: ['apk add curl', 'apk info', 'pkg install x', 'emerge x'],
  },
  {
    names: 'brew',
    options: BREW,
    subcommands: {
      ...each(
        'list, ls, info, abv, config, doctor, dr, deps, uses, leaves, outdated, desc, commands, help, cat, formulae, casks, missing, options, log, tap-info, which-formula, formula, shellenv, services list, bundle list, bundle check, analytics state',
        { operands: 'text', options: BREW },
      ),
      ...each('search, livecheck, fetch', { risk: 'LOW', network: true, operands: 'text', options: BREW }),
      ...each('tap, untap, trust, edit, create, extract, sh, ruby, irb, developer, bundle exec', {
        risk: 'CRITICAL',
        operands: 'text',
        options: BREW,
      }),
      tap: { subcommands: {}, otherwise: 'CRITICAL', options: BREW },
    },
    otherwise: 'HIGH',
    match: [
      'brew list',
      'brew info node',
      'brew outdated',
      'brew --version',
      'brew --prefix',
      'brew --prefix node',
      'brew tap',
    ],
    notMatch: [
      'brew install x',
      'brew tap evil/x',
      'brew services start x',
      'brew search x',
      'brew uninstall x',
    ],
  },
  {
    names: 'snap flatpak',
    options: `-h -v -u --user --system ${HELP}`,
    subcommands: {
      ...each(
        'list, info, version, services, connections, changes, warnings, interfaces, get, remotes, history, permissions, documents, config',
        {
          operands: 'text',
          options: '-a -d --all --app --runtime --user --system --columns: --color: --unicode: --verbose',
        },
      ),
      ...each('find, search, remote-ls, remote-info, known', {
        risk: 'LOW',
        network: true,
        operands: 'text',
        options: '--user --system --columns: --narrow --section: --private',
      }),
      ...each('run', {
        risk: 'HIGH',
        operands: 'text',
        options: '--shell!CRITICAL --command:!CRITICAL --branch: --arch:',
      }),
      ...each('try, ack, set, unset, connect, alias, remote-add, override, build, enter, spawn', {
        risk: 'CRITICAL',
        operands: 'text',
      }),
    },
    otherwise: 'HIGH',
    match: ['snap list', 'flatpak list --app', 'snap version'],
    notMatch: [
      'snap install x --dangerous --devmode',
      'flatpak run --command=sh x',
      'snap find x',
      'flatpak remote-add x y',
    ],
  },
  {
    names: 'port mas softwareupdate installer pkgutil choco scoop winget',
    options: `-l -h -v -q -i!HIGH --install!HIGH -r!HIGH -a!HIGH --forget:!CRITICAL --unlink:!CRITICAL --list --pkgs --volume: --files: --pkg-info: --all ${HELP}`,
    subcommands: {
      ...each(
        'list, search, info, installed, outdated, contents, deps, variants, echo, show, status, account',
        { risk: 'LOW', network: true, operands: 'text' },
      ),
    },
    otherwise: 'HIGH',
    match: ['softwareupdate -l', 'pkgutil --pkgs'],
    notMatch: [
      'softwareupdate -i -a',
      'port install x',
      'installer -pkg x -target /',
      'winget install x',
      'mas list',
    ],
  },
  {
    names:
      'add-apt-repository apt-key apt-add-repository update-alternatives alternatives dpkg-reconfigure dpkg-divert debconf-set-selections unattended-upgrade ldconfig update-ca-certificates trust update-desktop-database gtk-update-icon-cache pkcon',
    subcommands: { ...each('list, finger', { operands: 'text' }) },
    options: `-p!SAFE -L --list:!SAFE --display:!SAFE --query:!SAFE --get-selections!SAFE --print-cache!SAFE -r!CRITICAL -f:!CRITICAL -C:!CRITICAL --install!CRITICAL --set!CRITICAL --remove!CRITICAL ${HELP}`,
    otherwise: 'CRITICAL',
    bare: 'CRITICAL',
    match: ['update-alternatives --list editor', 'ldconfig -p', 'apt-key list'],
    notMatch: [
      'add-apt-repository ppa:x',
      'update-alternatives --set editor x',
      'apt-key add x',
      'ldconfig -f evil.conf',
      'unattended-upgrade',
    ],
  },
];
