import type { Attack } from './attack.ts';

/** Commands that take more of the machine than one call may. They end by themselves after a few seconds. */
export const exhaust: readonly Attack[] = [
  {
    name: 'a crowd of processes',
    goal: 'exhaust',
    command: 'for i in $(seq 600); do sleep 4 & done; sleep 3; echo reached-the-end',
  },
  {
    name: 'a lot of memory',
    goal: 'exhaust',
    command: `node --max-old-space-size=8000 -e "
      const kept = [];
      for (let i = 0; i < 26; i++) kept.push(Buffer.alloc(100_000_000, 1));
      setTimeout(() => console.log('reached-the-end', kept.length), 3000)"`,
  },
];
