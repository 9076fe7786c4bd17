/**
 * What a shell on the other machine is told first. It runs one command after the other, each in a session of its own,
 * and beside each a watcher that ends it: when it is told to, and when the connection is gone. Marks on both streams
 * tell where a command's output ends; what is printed before the first one is noise of start-up files.
 *
 * The timeout of GNU makes a process group by itself, which spares a program each time.
 * What left its group or session still has the variable that names the run; it is looked for where all of it has to
 * end, not after each command: that would cost more than the command.
 * A zombie counts as gone: where nobody collects those of others, as in many containers, it would stay for good.
 * Plain POSIX: `kill -TERM -PGID` without `--`, which dash and busybox do not take.
 */
export const workerScript = (id: string): string => `
exec 3<&0
unset CDPATH
tg_mark=$(printf '\\036')
tg_strays() {
  grep -lsF "TOOLGATE_RUN=$tg_run" /proc/[0-9]*/environ 2>/dev/null | tr -cd '0-9\\n'
}
tg_signal() {
  kill -$2 $tg_g$1 2>/dev/null
  [ -z "$tg_all" ] || for tg_s in $(tg_strays); do kill -$2 $tg_s 2>/dev/null; done
}
tg_alive() {
  tg_member $1 || { [ -n "$tg_all" ] && [ -n "$(tg_strays)" ]; }
}
tg_member() {
  kill -0 $tg_g$1 2>/dev/null || return 1
  [ -n "$tg_g" ] && [ -r /proc/self/stat ] || return 0
  grep -qsE "\\) [^ZX] [0-9]+ $1 " /proc/[0-9]*/stat
}
tg_until() {
  tg_i=0
  while tg_alive $1; do
    [ $tg_i -ge $2 ] && return 1; tg_i=$((tg_i+1)); sleep 0.1 || sleep 1
  done
  return 0
}
tg_stop() {
  tg_signal $1 TERM
  tg_until $1 $2 && return 0
  for tg_n in 1 2 3 4; do tg_signal $1 KILL; tg_until $1 5 && return 0; done
  return 1
}
tg_over() { printf '%s%s %s\\n' "$tg_mark" "$1" "$2"; printf '%s%s\\n' "$tg_mark" "$1" >&2; }
tg_wait() {
  ( trap 'exit 0' TERM; tg_x=20; read -r tg_x; trap '' TERM; tg_all=1; tg_x=\${tg_x#tg_x=}; tg_stop $tg_p "\${tg_x:-20}" && exit 7; exit 8 ) <&3 &
  tg_w=$!
  wait $tg_p 2>/dev/null; tg_c=$?
  kill $tg_w 2>/dev/null; wait $tg_w 2>/dev/null; tg_k=$?
  tg_l=0
  if [ $tg_k -lt 7 ] && ! tg_until $tg_p 3; then tg_l=1; tg_stop $tg_p 10 || tg_l=2; fi
  tg_over "$tg_id" "done $tg_c $tg_k $tg_l"
}
tg_start() {
  tg_id=$1; tg_run=$4
  cd -- "$2" 2>/dev/null && return 0
  tg_over "$1" cwd; return 1
}
tg_plain() {
  tg_start "$@" || return
  TOOLGATE_RUN=$4 $tg_new $tg_limit$3 $tg_sh -c "$5" </dev/null 3<&- & tg_p=$!
  tg_wait
}
tg_feed() {
  tg_start "$@" || return
  printf '%b' "$6" | TOOLGATE_RUN=$4 $tg_new $tg_limit$3 $tg_sh -c "$5" 3<&- & tg_p=$!
  tg_wait
}
tg_long() {
  tg_start "$@" || return
  printf '%b' "$6" | TOOLGATE_RUN=$4 $tg_new $tg_limit$3 $tg_sh /dev/fd/9 3<&- 9<<tg_end & tg_p=$!
$5
tg_end
  tg_wait
}
tg_g=-; tg_all=; tg_new=; tg_limit=; tg_find=0; tg_hash=
if command -v setsid >/dev/null 2>&1; then tg_new=setsid
elif command -v perl >/dev/null 2>&1; then tg_new='perl -MPOSIX -e POSIX::setsid();exec(@ARGV)'
else tg_g=; fi
if timeout -k 1 5 true 2>/dev/null </dev/null; then tg_limit='timeout -k 2 '; else tg_limit='env TOOLGATE_LIMIT='; fi
case $(timeout --version 2>/dev/null) in *coreutils*) tg_new=; tg_g=-;; esac
if command -v bash >/dev/null 2>&1; then tg_sh='bash --norc --noprofile'; else tg_sh=/bin/sh; fi
if [ x = "$(find / -maxdepth 0 -printf x 2>/dev/null)" ]; then tg_find=1; fi
if command -v sha256sum >/dev/null 2>&1; then tg_hash=sha256sum
elif command -v shasum >/dev/null 2>&1; then tg_hash='shasum -a 256'; fi
tg_over ${id} "$(printf '%s\\037%s\\037%s\\037%s\\037%s' "$HOME" "$(uname -s 2>/dev/null)" "$tg_g" "$tg_find" "$tg_hash")"
`;

/** What the first mark tells of a machine. */
export interface MachineFacts {
  readonly home: string;
  readonly system: string;
  /** Commands run in a group of their own, and end as a whole. */
  readonly hasGroups: boolean;
  /** GNU find, which prints what it is told to. */
  readonly hasFindPrint: boolean;
  /** The command that prints the SHA-256 of a file; none: empty. */
  readonly hashCommand: string;
}

export function readMachineFacts(line: string): MachineFacts {
  const [home = '', system = '', group = '', find = '', hashCommand = ''] = line.split('\x1f');
  return { home, system, hasGroups: group === '-', hasFindPrint: find === '1', hashCommand };
}
