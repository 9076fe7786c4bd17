import { readdirSync, readFileSync } from 'node:fs';

/** The sizes of this process's children that run such a file, in MB; Linux only. */
export const sizesOfChildren = (file: string): number[] =>
  readdirSync('/proc').flatMap((pid) => {
    try {
      const [, parent] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
      if (parent !== String(process.pid)) return [];
      if (!readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(file)) return [];
      return [Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) / 256];
    } catch {
      // It ended meanwhile, or is not a process.
      return [];
    }
  });
