import type { ProgramRule } from '../programs/program-rule.ts';
import { each } from './each.ts';

const HELP = '--help!SAFE --version!SAFE';

/** People and their rights, and where to look things up. */
export const systemUsers: readonly ProgramRule[] = [
  {
    names:
      'useradd adduser usermod userdel deluser groupadd addgroup groupmod groupdel delgroup gpasswd chpasswd newusers vipw vigr visudo chsh chfn chage pwck grpck pwconv pwunconv grpconv sudoedit sulogin login faillock pam_tally2 authconfig authselect dseditgroup sysadminctl homectl',
    subcommands: {},
    bare: 'CRITICAL',
    otherwise: 'CRITICAL',
    options: `-l!HIGH -S -c!HIGH ${HELP}`,
    match: ['command -v useradd'],
    notMatch: [
      'useradd x',
      'usermod -aG sudo me',
      'visudo',
      'chpasswd < x',
      'chsh -s /tmp/x',
      'gpasswd -a me docker',
    ],
  },
  {
    names: 'passwd',
    subcommands: {},
    bare: 'CRITICAL',
    otherwise: 'CRITICAL',
    options: `-a -d!CRITICAL -l!CRITICAL -S -u!CRITICAL ${HELP}`,
    match: ['command -v passwd'],
    notMatch: ['passwd', 'passwd root', 'passwd -d root'],
  },
  {
    names: 'getent',
    options: '-A -i -s: --no-addrconfig --no-idn --service: --usage --help --version',
    subcommands: {
      ...each('passwd, group, services, protocols, networks, initgroups, netgroup, aliases, ethers, rpc', {
        risk: 'LOW',
        operands: 'text',
      }),
      ...each('hosts, ahosts, ahostsv4, ahostsv6', { risk: 'LOW', network: true, operands: 'text' }),
      ...each('shadow, gshadow', { risk: 'CRITICAL', operands: 'text', reason: 'shows password hashes' }),
    },
    match: ['getent --help'],
    notMatch: ['getent shadow', 'getent passwd me', 'getent unknown'],
  },
  {
    names: 'which whereis whatis apropos',
    prints: 'facts',
    operands: 'text',
    options:
      '-a -b -B: -d -e -f -h -i -k -l -L: -m -m: -M: -r -s -s: -S: -u -v -V -w -C:r!HIGH --all --and --exact --long --regex --section: --sections: --skip-alias --skip-dot --skip-functions --skip-tilde --show-dot --show-tilde --systems: --tty-only --wildcard --config-file:r!HIGH --help --version',
    match: ['which node', 'which -a python3', 'whereis ls', 'apropos copy'],
    notMatch: ['which --unknown x', 'whatis -C evil.conf ls'],
  },
  {
    // A word with a slash is a file.
    names: 'man',
    operands: 'read',
    options:
      '-# -7 -a -c -C:!CRITICAL -d -D -e: -E: -f -H?!CRITICAL -i -I -k -K -l -L: -m: -M:l -p:!HIGH -P:!CRITICAL -r: -R: -s: -S: -t -T? -u -V -w -W -X?!HIGH -Z --all --apropos --ascii --catman --config-file:!CRITICAL --debug --default --ditroff --encoding: --extension: --global-apropos --gxditview?!HIGH --html?!CRITICAL --ignore-case --local-file --locale: --location --location-cat --manpath:l --match-case --names-only --nh --nj --no-hyphenation --no-justification --no-subpages --pager:!CRITICAL --path --preprocessor:!HIGH --prompt: --recode: --regex --sections: --systems: --troff --troff-device? --update --usage --warnings? --whatis --where --where-cat --wildcard --help --version',
    match: ['man ls', 'man 5 crontab', 'man -k copy', 'man ls | head -20'],
    notMatch: [
      "man -P '/bin/sh' ls",
      'man --pager=sh ls',
      'man -H./evil ls',
      'man /etc/shadow',
      'man -C evil ls',
    ],
  },
  {
    names: 'info pinfo tldr cheat',
    risk: 'LOW',
    operands: 'read',
    options:
      '-a -d:r -f:r -h -k: -l -L: -n: -o:w -O -p: -u -v -V -w --all --apropos: --directory:r --file:r --index-search: --init-file:r!HIGH --language: --list --node: --output:w --platform: --restore:r!HIGH --subnodes --update --usage --vi-keys --where --help --version',
    match: ['tldr tar', 'info ls'],
    notMatch: ['info -o out ls', 'info --restore=evil ls', 'info -f ~/.ssh/x'],
  },
  {
    names: 'localedef locale-gen update-locale iconvconfig',
    subcommands: {},
    bare: 'HIGH',
    otherwise: 'CRITICAL',
    options: `--list-archive ${HELP}`,
    match: ['command -v localedef'],
    notMatch: ['localedef -i x -f UTF-8 y', 'locale-gen'],
  },
  {
    names: 'ausearch aureport lastb utmpdump acct sa lastcomm',
    risk: 'MEDIUM',
    operands: 'text',
    options: `-a -f:r -i -l -m: -n: -r!HIGH -ts: -u: -w ${HELP}`,
    match: ['ausearch -i', 'lastb'],
    notMatch: ['ausearch --unknown -r x', 'utmpdump -r'],
  },
];
