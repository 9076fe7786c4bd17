import { readdirSync, readFileSync } from 'node:fs';

/** The processes whose command line names a data directory; what has ended and waits for its parent has none. */
export const processesOf = (dataDir: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((pid) => `${pid} ${commandLine(pid)}`)
    .filter((line) => line.split(' ').includes(dataDir));

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    // It ended between the two looks.
    return '';
  }
}
