import type { CommandLine } from '../../core/flags.ts';
import { PACKS } from '../../core/packs.ts';
import { loadCatalog } from '../../host/catalog.ts';
import { settingsOf } from '../settings.ts';

/** The tools there are; needs no host. */
export async function tools({ flags }: CommandLine): Promise<number> {
  const { packs } = await settingsOf(flags);
  const entries = loadCatalog().filter(({ pack }) => packs.includes(pack));
  if (flags.json) {
    process.stdout.write(`${JSON.stringify(entries, null, 2)}\n`);
    return 0;
  }
  if (entries.length === 0) process.stdout.write(`No tools in ${packs.join(', ')}.\n`);
  for (const pack of new Set(entries.map((entry) => entry.pack).sort())) {
    process.stdout.write(`${pack} - ${PACKS[pack].about}\n`);
    for (const { name, risk, title } of entries.filter((entry) => entry.pack === pack)) {
      process.stdout.write(`  ${name.padEnd(32)} ${risk.padEnd(9)} ${title}\n`);
    }
  }
  return 0;
}
