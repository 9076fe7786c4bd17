import { counted } from '../../core/text/counted.ts';
import { offeredTo } from '../../core/tool/offered-tools.ts';
import { PACKS } from '../../core/tool/packs.ts';
import { localAgent } from '../../host/agent.ts';
import { loadCatalog } from '../../host/catalog.ts';
import { dataDirOf } from '../../host/load-config.ts';
import { loadToolModules } from '../../host/tool-modules.ts';
import { leanList } from '../../transports/mcp/lean/lean-list.ts';
import { agentChoice } from '../agent-choice.ts';
import { defineCommand, type Line } from '../line/command.ts';
import { print, printJson } from '../print.ts';
import { settingsOf } from '../settings.ts';

export const tools = defineCommand({
  name: 'tools',
  section: 'work',
  about: 'list the tools an agent gets here, with their risk',
  more: 'They depend on --pack, --profile and --mode, on your configuration, and on a toolgate.json in this directory.',
  run: listTools,
});

/** Needs no host. */
async function listTools({ flags }: Line): Promise<number> {
  const config = await settingsOf(flags);
  const caller = await localAgent(config, 'cli', {
    cwd: process.cwd(),
    ...agentChoice(flags, process.env),
  });
  const own = await loadToolModules(config.toolModules);
  const { storedExposedTools } = await import('../../host/exposed-workflows.ts');
  const exposed = storedExposedTools(dataDirOf(config)).map(({ entry }) => entry);
  const offered = offeredTo(caller, [...loadCatalog(), ...own.entries, ...exposed]);
  const lean = caller.profile === 'lean' ? leanList(offered) : undefined;
  if (flags.json) return printJson(lean ?? offered);
  if (offered.length === 0)
    print(`An agent started here is offered no tools; its packs: ${caller.packs.join(', ') || 'none'}.`);
  const entries = lean ? offered.filter(({ name }) => lean.some((one) => one.name === name)) : offered;
  for (const pack of new Set(entries.map((entry) => entry.pack).sort())) {
    print(`${pack} - ${PACKS[pack].about}`);
    for (const { name, risk, title } of entries.filter((entry) => entry.pack === pack)) {
      print(`  ${name.padEnd(32)} ${risk.padEnd(9)} ${title}`);
    }
  }
  if (!lean) return 0;
  print(`lean - find and call the other ${counted(offered.length - entries.length, 'tool')}`);
  for (const { name, title } of lean.filter((one) => !entries.some((entry) => entry.name === one.name)))
    print(`  ${name.padEnd(32)} ${'dynamic'.padEnd(9)} ${title}`);
  return 0;
}
