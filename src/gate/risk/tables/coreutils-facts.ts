import type { ProgramRule } from '../programs/program-rule.ts';
import { byOperand } from './each.ts';

const HELP = '--help!SAFE --version!SAFE';

/** Small facts about the machine, the user and the time, and what computes without touching anything. */
export const coreutilsFacts: readonly ProgramRule[] = [
  {
    names: 'true false yes',
    operands: 'text',
    options: HELP,
    match: ['true', 'ls || true', 'false'],
    notMatch: ['true > a.txt'],
  },
  {
    names: 'echo',
    isText: true,
    match: ['echo hello', 'echo -n x', 'echo -e "a\\nb"', 'echo "$X"', "echo '---'"],
    notMatch: ['echo x > a.txt', 'echo $(rm a)', 'echo x >> ~/.bashrc'],
  },
  {
    names: 'printf',
    operands: 'text',
    options: `-v: ${HELP}`,
    dangerousText: {
      pattern:
        /^(PATH|IFS|ENV|LD_\w+|DYLD_\w+|BASH_\w+|PROMPT_COMMAND|GIT_\w+|NODE_OPTIONS|PYTHON\w+|PERL5\w+|RUBYOPT|PAGER|EDITOR|VISUAL|SHELL|LESSOPEN|HOME)$/,
      risk: 'CRITICAL',
      reason: 'sets a variable that changes what other programs do',
    },
    match: ["printf '%s\\n' a b", 'printf "x"', 'printf -v out %s x'],
    notMatch: ['printf -v PATH %s /tmp', 'printf x > a.txt', 'printf -v LD_PRELOAD x'],
  },
  {
    names: 'test [',
    singleDash: true,
    operands: 'text',
    options:
      '-# -a -b -c -d -e -f -g -G -h -k -L -n -N -o -O -p -r -R -s -S -t -u -v -w -x -z -eq -ne -lt -le -gt -ge -nt -ot -ef --help',
    match: ['test -f package.json', '[ -d src ]', '[ "$a" -gt -1 ]', '[ -z "$X" ] && echo none'],
    notMatch: ["[ -v 'a[$(id)]' ]", 'test -f a > out.txt'],
  },
  {
    names: 'expr factor numfmt seq sleep',
    operands: 'text',
    options: `-# -d: -f: -s: -t: -w -z --debug --delimiter: --equal-width --exponents --field: --format: --from: --from-unit: --grouping --header? --invalid: --padding: --round: --separator: --suffix: --to: --to-unit: --zero-terminated ${HELP}`,
    match: ['seq 1 10', 'expr 1 + 2', 'sleep 1', 'numfmt --to=iec 123456', 'seq -s, 5'],
    notMatch: ['seq 5 > a.txt', 'seq --unknown 1'],
  },
  {
    names: 'date gdate',
    operands: 'text',
    options: `-d: -f:r -I? -j -n -r:l -R -s:!CRITICAL -u -v: -z: --date: --debug --file:r --iso-8601? --reference:l --resolution --rfc-2822 --rfc-3339: --rfc-email --set:!CRITICAL --universal --utc ${HELP}`,
    dangerousText: [
      {
        // MMDDhhmm[[CC]YY][.ss]; a date like 20240101 has no such month.
        pattern: /^(0\d|1[0-2])[0-3]\d[0-2]\d[0-5]\d(\d\d){0,2}(\.\d\d)?$/,
        risk: 'HIGH',
        reason: 'sets the clock',
      },
      {
        // On macOS all but the minutes may be left out.
        pattern: /^(\d\d){1,6}(\.\d\d)?$/,
        unless: '-d --date -f --file -j -r --reference -v',
        risk: 'HIGH',
        reason: 'sets the clock',
      },
    ],
    match: [
      'date',
      'date +%s',
      'date -u +%Y-%m-%dT%H:%M:%SZ',
      "date -d '2 days ago'",
      'date -d 20240101 +%s',
    ],
    notMatch: [
      'date -s 10:00',
      'date 01010000',
      'date 1530',
      'date -u 010101',
      'date -f /etc/shadow',
      'date --set=now',
    ],
  },
  {
    names: 'id whoami groups who users logname pinky w finger',
    operands: 'text',
    dangerousText: { pattern: /@/, risk: 'MEDIUM', reason: 'asks another machine', isNetwork: true },
    options: `-# -1 -a -A -b -C -d -f -F -g -G -h -H -i -l -L -m -n -o -p -P -q -r -R -s -t: -T -u -U -w -x -z -Z --all --boot --context --count --dead --group --groups --heading --ips --login --ip-addr --lookup --mesg --message --name --no-current --no-header --from --old-style --pid --process --real --runlevel --short --time --time-format: --user --users --writable -V --since: --until: --zero ${HELP}`,
    match: ['whoami', 'id -u', 'groups', 'who -b', 'w -h'],
    notMatch: ['id --unknown'],
  },
  {
    names: 'last lastlog',
    operands: 'text',
    options: `-# -0 -a -b: -C -d -f:r -F -h -i -n: -N: -p: -R -s: -S -t: -u: -w -x --before: --dns --file:r --fulltimes --fullnames --hostlast --ip --limit: --nohostname --present: --since: --system --time: --time-format: --until: --user: ${HELP}`,
    match: ['last -5', 'lastlog -u me'],
    notMatch: ['last -f /etc/shadow', 'last --unknown'],
  },
  {
    names: 'uname arch nproc hostid tty uptime getconf',
    operands: 'text',
    options: `-a -h -i -l -m -n -o -p -r -s -v -V --all --hardware-platform --ignore: --kernel-name --kernel-release --kernel-version --machine --nodename --operating-system --pretty --processor --quiet --raw --silent --since ${HELP}`,
    match: ['uname -a', 'nproc', 'uptime -p', 'getconf PAGE_SIZE', 'arch'],
    notMatch: ['uname --unknown'],
  },
  {
    names: 'hostname domainname dnsdomainname nisdomainname ypdomainname',
    ...byOperand,
    options: `-a -A -b!CRITICAL -d -f -F:r!CRITICAL -i -I -s -y --alias --all-fqdns --all-ip-addresses --boot!CRITICAL --domain --file:r!CRITICAL --fqdn --ip-address --long --nis --short --yp -h -V ${HELP}`,
    otherwise: 'CRITICAL',
    match: ['hostname', 'hostname -f', 'hostname -I'],
    notMatch: ['hostname evil', 'hostname -F .env'],
  },
  {
    names: 'printenv',
    risk: 'LOW',
    operands: 'text',
    options: `-0 --null ${HELP}`,
    match: ['printenv', 'printenv PATH'],
    notMatch: ['printenv --unknown', 'printenv > .env'],
  },
  {
    names: 'cal ncal uuidgen mcookie tput clear tabs lsb_release locale',
    operands: 'text',
    options: `-# -3 -a -A: -b -B: -c -C -d: -e -h -H: -i -j -J -k -l -m -M -N -o -p -P: -r -s -S -t -T: -u -v -w -x -y --all --all-locales --category-name --charmaps --codename --description --id --keyword-name --md5 --monday --name: --namespace: --one --random --release --sha1 --short --sunday --three --time --usage -V --verbose --year ${HELP}`,
    match: ['cal', 'uuidgen', 'tput cols', 'locale -a', 'lsb_release -a', 'clear'],
    notMatch: ['cal --unknown'],
  },
  {
    names: 'stty',
    operands: 'text',
    options: `-a -e -f:r -F:r -g --all --file:r --save ${HELP}`,
    match: ['stty -a', 'stty size'],
    notMatch: ['stty -F /dev/sda', 'stty --unknown'],
  },
  {
    names: 'bc',
    operands: 'read',
    options: `-e: -f:r -h -i -l -q -s -w -v -V -x --expression: --file:r --mathlib --quiet --standard --warn ${HELP}`,
    match: ["echo '1+1' | bc", 'bc -l <<< 2^10'],
    notMatch: ['bc -s /etc/shadow', 'bc .env'],
  },
  {
    // Its `!` runs a command, and what comes through a pipe is not seen here.
    names: 'dc',
    risk: 'MEDIUM',
    isInterpreter: true,
    options: `-e:x -f:r -h!SAFE -V!SAFE --expression:x --file:r ${HELP}`,
    dangerousText: { pattern: /!(?![<=>])/, risk: 'CRITICAL', reason: 'a dc program that runs a command' },
    match: ["dc -e '1 2 + p'"],
    notMatch: ["dc -e '!/bin/sh'", 'dc -f /etc/shadow', "echo '!id' | dc"],
  },
  {
    names: 'dircolors',
    operands: 'read',
    options: `-b -c -p --bourne-shell --c-shell --csh --print-database --print-ls-colors --sh ${HELP}`,
    match: ['dircolors -p'],
    notMatch: ['dircolors .env'],
  },
];
