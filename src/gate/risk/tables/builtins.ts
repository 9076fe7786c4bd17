import type { ProgramRule } from '../programs/program-rule.ts';
import { byOperand } from './each.ts';

const NAME =
  'PATH|IFS|ENV|LD_\\w+|DYLD_\\w+|BASH_\\w+|SHELLOPTS|BASHOPTS|PROMPT_COMMAND|GIT_\\w+|NODE_OPTIONS|PYTHON\\w+|PERL5\\w+|RUBYOPT|PAGER|EDITOR|VISUAL|SHELL|LESSOPEN|LESSCLOSE|HOME';
const SETS = { risk: 'CRITICAL', reason: 'sets a variable that changes what other programs do' } as const;

// The second form is another name for one of them, by which it can be set.
const ASSIGNED = { ...SETS, pattern: new RegExp(`^(${NAME})\\+?=|^\\w+=(${NAME})$`) };
const NAMED = { ...SETS, pattern: new RegExp(`^(${NAME})$`) };

const NAMES =
  'HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM CHLD CONT STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS';

// Behind a signal, a number with a dash is a group of processes, and -1 is all of them.
const SIGNALS = [
  '-1!CRITICAL',
  ...Array.from({ length: 63 }, (_, i) => `-${i + 2}!HIGH`),
  ...NAMES.split(' ').flatMap((name) => [`-${name}!HIGH`, `-SIG${name}!HIGH`]),
].join(' ');

/** What Bash does itself. */
export const builtins: readonly ProgramRule[] = [
  {
    names: ': exit return break continue shift logout suspend',
    operands: 'text',
    options: '-# -f --help',
    match: [':', 'exit 0', 'ls || exit 1', ': "$X"'],
    notMatch: [': > a.txt', ': $(rm a)'],
  },
  {
    names: 'export declare typeset local readonly',
    operands: 'text',
    options: '-a -A -f -F -g -i -I -l -n -p!LOW -r -t -u -x +a +A +f +i +l +n +r +t +u +x --help',
    dangerousText: [
      ASSIGNED,
      {
        pattern: /^(?=\w*(SECRET|TOKEN|PASSW|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|CREDENTIAL))\w+$/i,
        risk: 'MEDIUM',
        reason: 'may show a secret of the environment',
      },
    ],
    match: ['export FOO=bar', 'declare -a list', 'readonly X=1'],
    notMatch: [
      'export PATH=/tmp:$PATH',
      'export LD_PRELOAD=./x.so',
      'declare -x BASH_ENV=x',
      'export -p',
      'declare -n r=PATH',
      'declare -p AWS_SECRET_ACCESS_KEY',
      'declare "LD_PRELOAD=x"',
      'export NODE_OPTIONS=x',
    ],
  },
  {
    names: 'unset getopts let',
    operands: 'text',
    dangerousText: {
      pattern: /^HIST/,
      risk: 'HIGH',
      reason: 'changes what is remembered of the commands',
    },
    options: '-f -v -n --help',
    match: ['unset FOO', 'let x=1+2', 'getopts ab: opt'],
    notMatch: ["let 'a[$(id)]=1'", 'unset -q X'],
  },
  {
    names: 'alias unalias',
    operands: 'text',
    options: '-p -a --help',
    match: ['alias', 'alias ll', 'unalias -a'],
    notMatch: ["alias ls='rm -rf'"],
  },
  {
    names: 'read mapfile readarray',
    operands: 'text',
    options: '-a: -c: -C:!CRITICAL -d: -e -E -i: -n: -N: -O: -p: -r -s -s: -t -t: -u: --help',
    dangerousText: NAMED,
    match: [
      'read -r line',
      'read -p "Name? " name',
      'mapfile -t lines < a.txt',
      'ls | while read -r f; do echo "$f"; done',
    ],
    notMatch: ['mapfile -C eval -c 1 < a', 'read -r PATH', 'mapfile -t x < .env'],
  },
  {
    names: 'type help times jobs fg bg wait dirs popd caller compopt',
    operands: 'text',
    options: '-# -a -c -d -D -E -f -I -l -m -n -o: -p -P -r -s -t -v -x!HIGH +o: --help',
    match: ['type -a node', 'help cd', 'jobs', 'wait', 'wait $!', 'dirs -v'],
    notMatch: ['jobs -x sh', 'type --unknown'],
  },
  {
    names: 'hash',
    operands: 'text',
    options: '-d -l -p:!CRITICAL -r -t --help',
    match: ['hash', 'hash -r', 'hash node'],
    notMatch: ['hash -p ./evil ls'],
  },
  {
    names: 'history',
    risk: 'LOW',
    operands: 'text',
    options: '-a!HIGH -c!HIGH -d:!HIGH -n!MEDIUM -p -r!MEDIUM -s -w!HIGH --help',
    match: ['history', 'history 20'],
    notMatch: ['history -c', 'history -w /tmp/x', 'history -r ~/.ssh/id_rsa'],
  },
  {
    // Runs earlier commands again, or an editor and then what was edited.
    names: 'fc',
    risk: 'LOW',
    operands: 'text',
    options: '-# -e:!CRITICAL -l -n -r -s!CRITICAL --help',
    match: ['fc -l', 'fc -ln -5'],
    notMatch: ['fc -s ls', 'fc -e vim'],
  },
  {
    names: 'kill',
    needs: 'host',
    needsFrom: 'MEDIUM',
    risk: 'HIGH',
    operands: 'text',
    singleDash: true,
    values: {
      '-s': [{ pattern: /^0$/, risk: 'SAFE', reason: 'asks whether it runs' }],
      '-n': [{ pattern: /^0$/, risk: 'SAFE', reason: 'asks whether it runs' }],
    },
    options: `-0!SAFE -l!SAFE -L!SAFE -p -s:!HIGH -n:!HIGH -q:!HIGH --list? --signal:!HIGH --queue:!HIGH --table!SAFE --verbose ${SIGNALS} --help!SAFE --version!SAFE`,
    match: ['kill -l', 'kill --help', 'kill -0 1234', 'kill -0 "$PID"'],
    notMatch: ['kill -TERM -1', 'kill -s KILL -1', 'kill -1 -1'],
  },
  {
    names: 'ulimit umask',
    risk: 'LOW',
    operands: 'text',
    options:
      '-H -S -a -b: -c: -d: -e: -f: -i: -k: -l: -m: -n: -p -P: -q: -r: -R: -s: -t: -T: -u: -v: -x: --help',
    match: ['ulimit -a', 'umask', 'umask 022', 'ulimit -n 4096'],
    notMatch: ['ulimit --unknown'],
  },
  {
    names: 'disown',
    risk: 'LOW',
    operands: 'text',
    options: '-a -h -r --help',
    match: ['disown', 'disown -a'],
    notMatch: ['disown --unknown'],
  },
  {
    names: 'enable',
    ...byOperand,
    options: '-a -d!CRITICAL -f:!CRITICAL -n -p -s --help',
    otherwise: 'HIGH',
    match: ['enable', 'enable -p'],
    notMatch: ['enable -f ./evil.so x', 'enable -n echo'],
  },
  {
    names: 'bind',
    operands: 'text',
    options: '-f:r!HIGH -l -m: -p -P -q: -r:!MEDIUM -s -S -u:!MEDIUM -v -V -x:!CRITICAL -X --help',
    dangerousText: { pattern: /:/, risk: 'HIGH', reason: 'binds a key to a command' },
    match: ['bind -p', 'bind -l'],
    notMatch: ['bind -x \'"\\C-l":id\'', 'bind \'"a":"b"\''],
  },
  {
    names: 'complete',
    operands: 'text',
    options:
      '-a -A: -b -c -C:!HIGH -d -D -e -E -f -F: -g -G: -I -j -k -o: -p -P: -r -s -S: -u -v -W: -X: --help',
    match: ['complete', 'complete -p git'],
    notMatch: ['complete -C ./evil git'],
  },
  {
    // Its word lists and its command run at once.
    names: 'compgen',
    operands: 'text',
    options:
      '-a -A: -b -c -C:!CRITICAL -d -e -f -F:!HIGH -g -G: -j -k -o: -P: -s -S: -u -v -V: -W: -X: --help',
    dangerousText: { pattern: /\$|`/, risk: 'CRITICAL', reason: 'compgen expands what it is given' },
    match: ['compgen -c', 'compgen -A function', "compgen -W 'a b c' a"],
    notMatch: ["compgen -C 'id' x", "compgen -W '$(id)'"],
  },
];
