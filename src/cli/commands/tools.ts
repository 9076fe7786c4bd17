import { agentChoice } from '../../core/agent-choice.ts';
import type { CommandLine } from '../../core/flags.ts';
import { PACKS } from '../../core/packs.ts';
import { localAgent } from '../../host/agent.ts';
import { loadCatalog } from '../../host/catalog.ts';
import { offeredTo } from '../../transports/mcp/tool-list.ts';
import { settingsOf } from '../settings.ts';

/** The tools that an agent started here with these flags is offered; needs no host. */
export async function tools({ flags }: CommandLine): Promise<number> {
  const caller = await localAgent(await settingsOf(flags), 'cli', {
    cwd: process.cwd(),
    ...agentChoice(flags, process.env),
  });
  const entries = offeredTo(caller, loadCatalog());
  if (flags.json) {
    process.stdout.write(`${JSON.stringify(entries, null, 2)}\n`);
    return 0;
  }
  if (entries.length === 0)
    process.stdout.write(
      `An agent started here is offered no tools; its packs: ${caller.packs.join(', ') || 'none'}.\n`,
    );
  for (const pack of new Set(entries.map((entry) => entry.pack).sort())) {
    process.stdout.write(`${pack} - ${PACKS[pack].about}\n`);
    for (const { name, risk, title } of entries.filter((entry) => entry.pack === pack)) {
      process.stdout.write(`  ${name.padEnd(32)} ${risk.padEnd(9)} ${title}\n`);
    }
  }
  return 0;
}
