import type { ProgramRule } from '../programs/program-rule.ts';
import { byOperand, each } from './each.ts';

const HELP = '--help!SAFE --version!SAFE';

/** Processes: looking at them, ending them, following what they do. */
export const systemProcesses: readonly ProgramRule[] = [
  {
    names: 'ps',
    operands: 'text',
    options:
      '-# -A -a -c -C: -d -D: -e -E -f -F -g: -G: -h -H -j -k: -l -L -m -M -n: -N -o: -O: -p: -P -q: -r -s: -S -t: -T -u: -U: -v -V -w -x -X -y -Z --columns: --cols: --cumulative --deselect --forest --format: --group: --Group: --headers --html --lines: --context --info --no-headers --no-heading --pid: --ppid: --quick-pid: --rows: --sid: --sort: --tty: --user: --User: --width: --help --version',
    dangerousText: {
      // The letter e among those without a dash shows the environment of every process.
      pattern: /^(?=.*e)[aAceEfghHjlLmnrsSTuvVwxXZ]+$/,
      risk: 'MEDIUM',
      reason: 'shows the environment of other programs',
    },
    match: [
      'ps aux',
      'ps -ef',
      'ps -eo pid,comm --sort=-%mem | head',
      'ps -p 1 -o args=',
      'ps aux | grep node',
    ],
    notMatch: ['ps auxe', 'ps eww', 'ps --unknown'],
  },
  {
    names: 'top htop btop atop procs pstree gtop glances',
    operands: 'text',
    options:
      '-# -1 -a -A -b -c -C -d: -e: -E: -F: -g -h -H -i -k -l -m -M -n: -N -o: -O -p: -R -s -S -t -T -u: -U: -v -V -w? -W!MEDIUM -x -z -Z --accum-time-toggle --arguments --ascii --batch-mode --cmdline-toggle --compact-not --delay: --filter: --filter-any-user: --filter-only-euser: --highlight-all --hide-threads --idle-toggle --iterations: --long --no-color --no-colour --no-mouse --numeric-sort --only: --pid: --readonly --scale-summary-mem: --scale-task-mem: --secure-mode --show-parents --show-pids --single-cpu-toggle --sort: --sort-key: --sort-override: --sortd: --threads-show --list-fields --tree --unicode --uid-changes --user: --width? --help --version',
    match: ['top -b -n 1', 'top -bn1 | head -20', 'htop', 'pstree -p'],
    notMatch: ['top --unknown', 'top > a.txt'],
  },
  {
    names: 'pgrep pidof pidwait pwdx',
    operands: 'text',
    options:
      '-# -a -A -c -d: -f -F:r -g: -G: -h -i -l -L -n -o -o: -O: -P: -q -r: -s -s: -S: -t: -u: -U: -v -V -w -x -z --cgroup: --count --delimiter: --env: --euid:!HIGH --exact --full --group: --ignore-ancestors --ignore-case --inverse --lightweight --list-full --list-name --logpidfile --newest --ns:!HIGH --nslist: --older: --oldest --parent:!HIGH --pgroup:!HIGH --pidfile:r!HIGH --quiet --runstates: --session:!HIGH --signal: --single-shot --terminal:!HIGH --uid:!HIGH --help --version',
    match: ['pgrep -fl node', 'pidof nginx', 'pgrep -u me'],
    notMatch: ['pgrep -F /etc/shadow x', 'pgrep --unknown x'],
  },
  {
    names: 'pkill killall killall5 xkill skill snice renice',
    ...byOperand,
    busyNames: 'killall5 xkill',
    bare: 'SAFE',
    otherwise: 'HIGH',
    options: `-# -a!HIGH -c -e -f -F:r!HIGH -g:!HIGH -G:!HIGH -i -I -k!HIGH -l!SAFE -m -n -o -p:!HIGH -P:!HIGH -q -r -s:!HIGH -t:!HIGH -u:!HIGH -U:!HIGH -v -V!SAFE -w -x -y: -z -Z: ${['HUP', 'INT', 'QUIT', 'KILL', 'TERM', 'STOP', 'CONT', 'USR1', 'USR2'].flatMap((name) => [`-${name}`, `-SIG${name}`]).join(' ')} --all --count --echo --euid: --exact --full --group: --ignore-case --interactive --inverse --kill!HIGH --list!SAFE --mount --newest --ns: --older: --older-than: --oldest --parent: --pgroup: --pid: --pidfile:r --priority: --process-group --quiet --regexp --session: --signal: --terminal: --uid: --user: --verbose --wait --younger-than: ${HELP}`,
    singleDash: true,
    match: ['killall -l', 'pkill --help'],
    notMatch: [
      'pkill node',
      'pkill -9 -f node',
      'killall -9 node',
      'renice -n 5 -p 123 1',
      'pkill -9 -u root',
      'xkill',
      'killall5',
      'killall -u me',
    ],
  },
  {
    names: 'fuser',
    risk: 'LOW',
    operands: 'text',
    options: `-a -c -f -i -I -k!HIGH -K!HIGH -l!SAFE -m -M -n: -s -u -v -V!SAFE -x -4 -6 --kill!HIGH --all --verbose --user --mount --namespace: ${HELP}`,
    match: ['fuser -v 8080/tcp', 'fuser src', 'fuser -l'],
    notMatch: ['fuser -k 3000/tcp', 'fuser -km src', 'fuser --unheard-of x'],
  },
  {
    names: 'lsof',
    operands: 'text',
    options:
      '-# -a -b -c: -C -d: -D? -e: -E -f? -F? -g? -H -i? -k: -K? -l -L? -m: -M -n -N -o? -O -p: -P -Q -r? -R -s? -S? -t -T? -u: -U -v -V -w -x? -X --help',
    match: ['lsof -i :3000', 'lsof -ti:3000', 'lsof -nP -iTCP -sTCP:LISTEN', 'lsof -p 123'],
    notMatch: ['lsof --unknown'],
  },
  {
    names:
      'free vmstat iostat mpstat sar slabtop nmon dstat ifstat numastat tload nvidia-smi rocm-smi sensors',
    operands: 'text',
    options:
      '-# -A -a -b -B -c -c: -C -d -D -e -f -F -g -h -H -i -I? -j? -k -l -L -m -M -n -N -o -o:w -p? -P? -q -r -R -s -S? -t -T -u -U? -v -V -w -W -x -y -z --bytes --committed --count: --dec? --active --disk --disk-sum --forks --gibi --giga --human --kibi --kilo --line --lohi --mebi --mega --no-first --noheaders --pebi --peta --one-header --partition: --query-compute-apps: --query-gpu: --format: --loop: --seconds: --si --slabs --sort: --stats --tebi --tera --timestamp --total --unit: --wide --list-gpus --id: --help --version',
    match: ['free -h', 'vmstat 1 5', 'iostat -x', 'nvidia-smi', 'mpstat -P ALL'],
    notMatch: ['free --unknown', 'nvidia-smi --gpu-reset'],
  },
  {
    names: 'pidstat',
    operands: 'text',
    options: '-C: -d -D -e:k -G: -h -H -I -l -p: -r -R -s -t -T: -u -U -v -V -w --dec? --human',
    match: ['pidstat -u 1 3', 'pidstat -p 1234'],
    notMatch: ['pidstat -e rm a', 'pidstat --unheard-of'],
  },
  {
    names: 'strace truss dtruss ltrace',
    risk: 'LOW',
    operands: 'command',
    options: `-A -a: -b: -c -C -d -D -e: -E:!CRITICAL -f -F:r -h -i -I: -k -l: -L -n: -N -o:w -O: -p:!HIGH -P: -q -r -s: -S: -t -T -u:!CRITICAL -U: -v -V!SAFE -w -x: -X: -y -Y -z -Z --attach:!HIGH --columns: --const-print-style: --daemonize? --debug --decode-fds? --decode-pids? --detach-on: --env:!CRITICAL --failed-only --follow-forks --inject:!HIGH --interruptible: --no-abbrev --output:w --output-append-mode --output-separately --quiet? --seccomp-bpf --stack-traces --string-limit: --successful-only --summary --summary-only --syscall-times? --trace: --trace-path: --user:!CRITICAL ${HELP}`,
    dangerousText: {
      pattern: /^(-o|--output=)?[|!]/,
      risk: 'CRITICAL',
      reason: 'hands its output to a program',
    },
    match: ['strace ls', 'strace -f -e trace=open cat a'],
    notMatch: [
      'strace -o /etc/x ls',
      'strace sh',
      'strace -p 1',
      "strace -o '|sh' ls",
      'strace rm a',
      'ltrace rm a',
    ],
  },
  {
    names: 'tmux byobu zellij',
    options: '-2 -c:c!CRITICAL -C!HIGH -D -f:r!CRITICAL -L: -l -N -q -S: -T: -u -U -v -V!SAFE --version',
    subcommands: {
      ...each(
        'ls, list-sessions, lsw, list-windows, lsp, list-panes, lsc, list-clients, list-commands, lscm, list-keys, lsk, has-session, has, show-options, show, showw, show-window-options, show-environment, showenv, show-messages, showmsgs, info, server-info, list-buffers, lsb',
        { operands: 'text', options: '-a -s -t: -F: -f: -T: -N -1 -P: -A -g -H -p -q -v -w -b:' },
      ),
      ...each('capture-pane, capturep, display-message, display, show-buffer, showb', {
        risk: 'LOW',
        operands: 'text',
        options: '-p -t: -S: -E: -J -e -C -P -a -b: -F: -c: -d: -N -v -l',
      }),
      ...each(
        'send-keys, send, send-prefix, run-shell, run, if-shell, if, pipe-pane, pipep, source-file, source, set-hook, bind-key, bind, set-option, set, setw, set-environment, setenv, respawn-pane, respawnp, respawn-window, respawnw, command-prompt, confirm-before, confirm, paste-buffer, pasteb, load-buffer, loadb, save-buffer, saveb, wait-for, display-popup, popup, copy-mode',
        { risk: 'CRITICAL', operands: 'text', reason: 'runs commands in another terminal' },
      ),
    },
    bare: 'HIGH',
    otherwise: 'HIGH',
    dangerousText: { pattern: /#\(/, risk: 'CRITICAL', reason: 'a format that runs a command' },
    match: ['tmux ls', 'tmux list-panes -a -F "#{pane_id}"', 'tmux has-session -t x'],
    notMatch: [
      "tmux send-keys -t x 'rm -rf /' Enter",
      "tmux display -p '#(id)'",
      'tmux new-session -d ls',
      'tmux',
      'tmux kill-server',
      'tmux -c id',
    ],
  },
  {
    names: 'screen dtach abduco',
    risk: 'MEDIUM',
    operands: 'command',
    singleDash: true,
    options: `-ls!SAFE -list!SAFE -wipe!HIGH -v -d!MEDIUM -D!MEDIUM -dm!MEDIUM -Dm!MEDIUM -dmS:!MEDIUM -DmS:!MEDIUM -S:!MEDIUM -r!HIGH -R!HIGH -x!HIGH -X!CRITICAL -c:r!CRITICAL -e: -h: -L!MEDIUM -Logfile:w -m!MEDIUM -O -p: -q -s:!CRITICAL -t: -T: -U -A:!HIGH -n:!HIGH ${HELP}`,
    match: ['screen -ls', 'screen -v'],
    notMatch: [
      "screen -S x -X stuff 'id'",
      'screen -dmS x bash -c "rm a"',
      'screen -r',
      'screen -L -Logfile /etc/x ls',
    ],
  },
  {
    names: 'reboot shutdown halt poweroff init telinit kexec pm-suspend',
    subcommands: {},
    bare: 'CRITICAL',
    otherwise: 'CRITICAL',
    options:
      '-c -f!CRITICAL -h!CRITICAL -H!CRITICAL -k -n!CRITICAL -p!CRITICAL -P!CRITICAL -r!CRITICAL -w -d --force!CRITICAL --halt!CRITICAL --help!SAFE --no-wall --poweroff!CRITICAL --reboot!CRITICAL --show --version!SAFE --wtmp-only',
    match: ['command -v reboot', 'man shutdown'],
    notMatch: ['reboot', 'shutdown -h now', 'halt -p', 'poweroff', 'init 0'],
  },
];
