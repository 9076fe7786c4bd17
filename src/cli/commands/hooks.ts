import { HOOK_CLIENT_NAMES, HOOK_CLIENTS, type HookClient } from '../../core/hook-clients.ts';
import { apply, diffOf, type FileChange, keptWords } from '../hooks/change-files.ts';
import { trustRemoval } from '../hooks/codex-trust.ts';
import { finishInstall } from '../hooks/finish-install.ts';
import { hookFiles } from '../hooks/hook-files.ts';
import { hookPlace } from '../hooks/hook-place.ts';
import { hookState } from '../hooks/hook-state.ts';
import { installationOf, removalOf } from '../hooks/plan-change.ts';
import { defineAct, defineGroup } from '../line/command.ts';
import { oneOf, switchFlag } from '../line/flag.ts';
import type { SharedFlags } from '../line/shared-flags.ts';
import { print, printJson } from '../print.ts';

const FLAGS = {
  system: switchFlag('system', 'for all users of this machine, in the files that a project cannot override'),
  dryRun: switchFlag('dry-run', 'show the difference and change nothing'),
};

const INSTALL_FLAGS = {
  ...FLAGS,
  yes: switchFlag('yes', 'do not ask; Codex then trusts the hook as if you had said so', 'y'),
};

export const hooks = defineGroup({
  name: 'hooks',
  section: 'start',
  about: "put an agent's own tools behind the gate",
  more: [
    `CLIENT is ${HOOK_CLIENT_NAMES.join(', ')}.`,
    '',
    'docs/clients.md says what each client allows, and what remains open there.',
  ].join('\n'),
  acts: {
    status: defineAct({
      about: 'for which clients the hook is installed, and what keeps it from working',
      words: '[CLIENT]',
      run: async ({ words: [name], flags }) => {
        const place = await hookPlace(flags, false);
        const clients = name === undefined ? HOOK_CLIENT_NAMES : [clientOf(name)];
        const states = await Promise.all(clients.map((client) => hookState(client, place, process.cwd())));
        if (flags.json) return printJson(states);
        for (const { client, state, problems } of states) {
          print(`${state.padEnd(14)} ${client}`);
          for (const problem of problems) print(`               ${problem}`);
        }
        return states.every(({ problems }) => problems.length === 0) ? 0 : 1;
      },
    }),
    install: defineAct({
      about: 'every call of its own tools then passes the gate first',
      words: 'CLIENT',
      flags: INSTALL_FLAGS,
      run: async ({ words: [name = ''], flags }) => {
        const client = clientOf(name);
        const place = await hookPlace(flags, flags.system);
        const changes = hookFiles(client, place).map(installationOf);
        const isNew = changes.some(({ before, after }) => before !== after);
        const code = change(
          changes,
          flags,
          `The hook of ${HOOK_CLIENTS[client].title} is installed already.`,
        );
        if (!flags.dryRun && !flags.json)
          await finishInstall(client, { ...place, isNew, isAgreed: flags.yes });
        return code;
      },
    }),
    remove: defineAct({
      about: 'take the hook out again',
      words: 'CLIENT',
      flags: FLAGS,
      run: async ({ words: [name = ''], flags }) => {
        const client = clientOf(name);
        const place = await hookPlace(flags, flags.system);
        const files = hookFiles(client, place);
        // Before the hooks themselves, whose places in their file name the hashes.
        const trust = client === 'codex' && !flags.system ? [trustRemoval(place.home)] : [];
        const changes = files.map(removalOf);
        return change(
          [...trust, ...changes],
          flags,
          `No hook of ${HOOK_CLIENTS[client].title} is installed here.`,
        );
      },
    }),
  },
});

const clientOf = (name: string): HookClient => oneOf('CLIENT', name, HOOK_CLIENT_NAMES);

function change(
  changes: readonly FileChange[],
  { dryRun, json }: SharedFlags & { readonly dryRun: boolean },
  nothing: string,
): number {
  const real = changes.filter(({ before, after }) => before !== after);
  if (json) printJson(real.map(({ file, after }) => ({ path: file.path, removed: after === undefined })));
  else if (real.length === 0) print(nothing);
  for (const one of real) {
    if (!json) print(diffOf(one));
    if (dryRun) continue;
    apply(one);
    const words = keptWords(one);
    if (!json && words !== undefined) print(words);
  }
  return 0;
}
