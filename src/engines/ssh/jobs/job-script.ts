import { quote } from '../shell/quote.ts';
import { withVariables } from '../shell/with-variables.ts';

/** Where jobs of an account are kept on its machine; below its home. */
export const JOBS = '.toolgate/jobs';

interface JobSpec {
  readonly id: string;
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly inShell?: readonly string[] | undefined;
  readonly stdin: string | undefined;
}

/**
 * Starts a job that nobody waits for, in a session of its own: it writes what it prints and how it ended into files,
 * so that a later connection finds all of it. Its directory is its name among the processes of the machine.
 */
export function startScript({ id, command, cwd, env, inShell, stdin }: JobSpec): string {
  const shell = '$(command -v bash >/dev/null 2>&1 && echo "bash --norc --noprofile" || echo /bin/sh)';
  return `set -e
umask 077
d="$HOME/${JOBS}/${id}"
mkdir -p "$d"
cd -- ${quote(cwd)} || exit 125
printf '%s' ${quote(withVariables({ command, env, inShell }))} > "$d/command"
printf '%s' ${quote(stdin ?? '')} > "$d/in"
cat > "$d/run" <<'toolgate-end'
#!/bin/sh
d=$1; shift
"$@" "$d/command" < "$d/in" > "$d/out" 2> "$d/err"
echo $? > "$d/rc.new"
mv "$d/rc.new" "$d/rc"
toolgate-end
new=
if command -v setsid >/dev/null 2>&1; then new=setsid
elif command -v perl >/dev/null 2>&1; then new='perl -MPOSIX -e POSIX::setsid();exec(@ARGV)'
else new=nohup; fi
: > "$d/out"; : > "$d/err"
TOOLGATE_RUN=${id} $new /bin/sh "$d/run" "$d" ${shell} </dev/null >/dev/null 2>&1 &
echo $! > "$d/pid"
echo "$! $d"
find "$HOME/${JOBS}" -mindepth 1 -maxdepth 1 -type d -mtime +30 -exec rm -rf {} + 2>/dev/null || :
`;
}

/** What a job is doing: "running", "ended CODE" or "gone" where nobody saw it end. */
export const lookScript = (id: string): string => `d="$HOME/${JOBS}/${id}"
${KNOWN}
if [ -f "$d/rc" ]; then echo "ended $(cat "$d/rc")"
elif known; then echo running
else sleep 0.2; if [ -f "$d/rc" ]; then echo "ended $(cat "$d/rc")"; else echo gone; fi; fi
`;

/** Ends a job with everything it started, and says how that went. */
export const stopScript = (id: string, graceTenths: number): string => `d="$HOME/${JOBS}/${id}"
${KNOWN}
${ALIVE}
strays() { grep -lsF 'TOOLGATE_RUN=${id}' /proc/[0-9]*/environ 2>/dev/null | tr -cd '0-9\\n'; }
signal() { kill -$1 -"$p" 2>/dev/null; for s in $(strays); do kill -$1 $s 2>/dev/null; done; }
left() { alive || [ -n "$(strays)" ]; }
if known || { [ -n "$p" ] && ! kill -0 "$p" 2>/dev/null && kill -0 -"$p" 2>/dev/null; }; then
  signal TERM; i=0
  while left && [ $i -lt ${graceTenths} ]; do i=$((i+1)); sleep 0.1 || sleep 1; done
  i=0
  while left && [ $i -lt 30 ]; do signal KILL; i=$((i+1)); sleep 0.1 || sleep 1; done
  if left; then echo alive; else echo stopped; fi
else echo stopped; fi
`;

/** A pid alone could be a stranger's by now: its command line has to name the job. */
const KNOWN = `p=$(cat "$d/pid" 2>/dev/null)
known() {
  [ -n "$p" ] || return 1
  if [ -r "/proc/$p/cmdline" ]; then tr '\\0' ' ' < "/proc/$p/cmdline" | grep -q -F "$d/run"
  else ps -o args= -p "$p" 2>/dev/null | grep -q -F "$d/run"; fi
}`;

/** A zombie counts as gone. */
const ALIVE = `alive() {
  kill -0 -"$p" 2>/dev/null || return 1
  [ -r /proc/self/stat ] || return 0
  grep -qsE "\\) [^ZX] [0-9]+ $p " /proc/[0-9]*/stat
}`;
