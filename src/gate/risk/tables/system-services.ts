import type { ProgramRule } from '../programs/program-rule.ts';
import { each } from './each.ts';

const HELP = '--help!SAFE --version!SAFE';
const UNITS =
  '-a -h -i -l -n: -o: -p: -P: -q -r -t: -T --after --all --before --failed --full --global --job-mode: --legend? --no-ask-password --show-transaction --lines: --no-legend --no-pager --output: --plain --property: --quiet --recursive --reverse --runtime --show-types --state: --system --timestamp: --type: --user --value --with-dependencies -H:!HIGH --host:!HIGH -M:!HIGH --machine:!HIGH --root:l!HIGH --image:!HIGH';

/** Services, jobs that run later, logs, and settings of the machine. */
export const systemServices: readonly ProgramRule[] = [
  {
    names: 'systemctl',
    options: `${UNITS} -f!HIGH --force!HIGH --now!HIGH --dry-run ${HELP}`,
    stopAtOperand: false,
    subcommands: {
      ...each(
        'status, show, cat, help, list-units, list-unit-files, list-sockets, list-timers, list-dependencies, list-jobs, list-machines, list-automounts, list-paths, is-active, is-enabled, is-failed, is-system-running, get-default, show-environment, whoami',
        { operands: 'text' },
      ),
      ...each(
        'start, stop, restart, reload, try-restart, reload-or-restart, try-reload-or-restart, kill, reset-failed, daemon-reload, clean, freeze, thaw',
        { risk: 'HIGH', operands: 'text' },
      ),
    },
    otherwise: 'CRITICAL',
    match: [
      'systemctl status nginx',
      'systemctl list-units --failed',
      'systemctl --user status x',
      'systemctl is-active ssh',
    ],
    notMatch: [
      'systemctl restart nginx',
      'systemctl enable x',
      'systemctl reboot',
      'systemctl edit x',
      'systemctl -H host status',
      'systemctl link /tmp/x.service',
    ],
  },
  {
    names: 'journalctl',
    risk: 'LOW',
    operands: 'text',
    options: `-# -a -b? -c: -D:r -e -f -F: -g: -h -k -l -m -M:!HIGH -n? -N -o: -p: -q -r -S: -t: -T: -u: -U: -x --after-cursor: --all --boot? --case-sensitive? --catalog --cursor: --cursor-file:w --directory:r --disk-usage --dmesg --dump-catalog --exclude-identifier: --facility: --field: --fields --file:r --flush!HIGH --follow --force!HIGH --full --grep: --header --identifier: --image:!HIGH --interval: --lines? --list-boots --list-catalog --machine:!HIGH --merge --namespace: --no-full --no-hostname --no-pager --no-tail --output: --output-fields: --pager-end --priority: --quiet --relinquish-var!HIGH --reverse --root:l!HIGH --rotate!HIGH --setup-keys!HIGH --show-cursor --since: --smart-relinquish-var!HIGH --sync!MEDIUM --system --truncate-newline --unit: --until: --update-catalog!HIGH --user --user-unit: --utc --vacuum-files:!HIGH --vacuum-size:!HIGH --vacuum-time:!HIGH --verify --verify-key:!HIGH ${HELP}`,
    match: [
      'journalctl -u nginx -n 50 --no-pager',
      'journalctl -xe',
      'journalctl --since "1 hour ago"',
      'journalctl -f',
    ],
    notMatch: ['journalctl --vacuum-time=1s', 'journalctl --rotate', 'journalctl --file ~/.ssh/x'],
  },
  {
    names: 'dmesg',
    operands: 'none',
    options:
      '-A: -c!HIGH -C!HIGH -d -D!HIGH -e -E!HIGH -f: -F:r -h -H -J -k -K:r -l: -L? -n:!HIGH -p -P -r -s: -S -t -T -u -V -w -W -x --clear!HIGH --color? --console-level:!HIGH --console-off!HIGH --console-on!HIGH --ctime --decode --facility: --file:r --follow --follow-new --force-prefix --human --json --kernel --level: --noescape --nopager --notime --raw --read-clear!HIGH --reltime --show-delta --since: --syslog --time-format: --until: --userspace --buffer-size: --help --version',
    match: ['dmesg', 'dmesg -T | tail', 'dmesg --level=err'],
    notMatch: ['dmesg -c', 'dmesg -F /etc/shadow', 'dmesg --unknown'],
  },
  {
    names: 'service rc-service rc-update update-rc.d chkconfig initctl sv rcctl',
    options: `-l -s --status-all --list ${HELP}`,
    subcommands: each('show, list', { operands: 'text' }),
    otherwise: 'HIGH',
    match: ['service --status-all', 'rc-update show', 'service'],
    notMatch: ['service nginx restart', 'update-rc.d x enable'],
  },
  {
    // Without a word it reads a table of jobs from stdin.
    names: 'crontab fcrontab incrontab anacron',
    subcommands: {},
    bare: 'CRITICAL',
    otherwise: 'CRITICAL',
    options: '-e!CRITICAL -i -l!SAFE -n -r!CRITICAL -s -T!SAFE -u:!CRITICAL -V!SAFE --help!SAFE',
    match: ['command -v crontab'],
    notMatch: [
      'crontab -r',
      'crontab -e',
      'echo "* * * * * id" | crontab -',
      'crontab evil.txt',
      'crontab -u root -l',
    ],
  },
  {
    names: 'atq atrm',
    risk: 'LOW',
    operands: 'none',
    options: '-q: -V',
    match: ['atq'],
    notMatch: ['atrm 1'],
  },
  {
    names:
      'hostnamectl timedatectl localectl loginctl networkctl resolvectl bootctl coredumpctl busctl oomctl portablectl systemd-analyze systemd-resolve systemd-detect-virt systemd-cgls systemd-cgtop systemd-path systemd-escape',
    options: `-a -c -F: -h -l -m -n: -o: -p: -P: -q -r -s: -v --all --full --json: --lines: --no-legend --no-pager --output: --property: --system --user --value --container --vm -H:!HIGH --host:!HIGH -M:!HIGH --machine:!HIGH --reverse --since: --until: --suffix: --path ${HELP}`,
    stopAtOperand: false,
    subcommands: {
      ...each(
        'status, show, list, info, list-sessions, list-users, list-seats, session-status, user-status, seat-status, show-session, show-user, show-seat, list-locales, list-keymaps, list-timezones, show-timesync, timesync-status, list-images, image-status, show-image, statistics, lldp, tree, introspect, blame, critical-chain, time, verify, calendar, timespan, timestamp, security, unit-paths, list-models, list-x11-keymap-layouts, is-installed, hostname, plot, cat-config',
        { operands: 'text' },
      ),
      query: { risk: 'LOW', network: true, operands: 'text' },
      ...each('hostname, dns, domain', { subcommands: {}, otherwise: 'CRITICAL' }),
    },
    otherwise: 'CRITICAL',
    match: [
      'hostnamectl',
      'timedatectl status',
      'loginctl list-sessions',
      'resolvectl status',
      'systemd-analyze blame',
      'hostnamectl hostname',
    ],
    notMatch: [
      'hostnamectl set-hostname x',
      'timedatectl set-time 10:00',
      'loginctl terminate-user x',
      'machinectl shell',
      'hostnamectl hostname evil',
      'coredumpctl gdb',
    ],
  },
  {
    names: 'sysctl',
    operands: 'text',
    options:
      '-a -A -b -d -e -f!CRITICAL -h -n -N -p?!CRITICAL -q -r: -V -w!CRITICAL -x -X --all --binary --deprecated --ignore --load?!CRITICAL --names --pattern: --quiet --system!CRITICAL --values --write!CRITICAL --help --version',
    dangerousText: [
      { pattern: /^[^-].*=/, risk: 'CRITICAL', reason: 'changes a setting of the kernel' },
      { pattern: /\.\.|^\//, risk: 'HIGH', reason: 'the name of a file instead of a setting' },
    ],
    match: ['sysctl -a', 'sysctl -n kernel.hostname', 'sysctl hw.ncpu'],
    notMatch: ['sysctl -w kernel.x=1', 'sysctl kernel.x=1', 'sysctl -p'],
  },
  {
    names: 'lsmod modinfo lsns lsipc lslocks lslogins lsmem lsirq',
    operands: 'text',
    options:
      '-# -0 -a -b -c -d -F: -J -k: -l -m -n -W -o: -p -p: -P -q -r -s -S -t: -u -V --all --author --bytes --description --field: --filename --json --license --list --noheadings --notruncate --nowrap --null --output: --output-all --parameters --raw --task: --type: --summary? -h --help --version',
    match: ['lsmod', 'modinfo ext4', 'lsns', 'lsmem'],
    notMatch: ['lsmod --unknown'],
  },
  {
    names:
      'modprobe insmod rmmod depmod kmod dkms update-grub grub-install grub-mkconfig update-initramfs mkinitcpio dracut efibootmgr setenforce semanage semodule aa-enforce aa-disable auditctl swapon swapoff hwclock ntpdate chronyc tzselect loadkeys setfont apparmor_parser sysrc bless csrutil spctl',
    subcommands: { ...each('list, status', { operands: 'text' }) },
    bare: 'HIGH',
    otherwise: 'CRITICAL',
    options: `-a!CRITICAL -l -s -r!CRITICAL -d:!CRITICAL -C:!CRITICAL --list --show ${HELP}`,
    match: ['kmod list', 'csrutil status'],
    notMatch: ['modprobe x', 'insmod ./evil.ko', 'rmmod x', 'swapoff -a', 'setenforce 0', 'modprobe -d .'],
  },
];
