import { HOOK_CLIENT_NAMES } from '../../core/hook-clients.ts';
import { defineCommand } from '../line/command.ts';

export const hook = defineCommand({
  name: 'hook',
  section: 'manage',
  about: "judge one call of an agent's own tools; clients run this",
  words: 'CLIENT',
  more: [
    `CLIENT is ${HOOK_CLIENT_NAMES.join(', ')}.`,
    '',
    "Reads the client's event on stdin, asks the host, and prints the client's own answer. Whatever goes wrong is a",
    'refusal. toolgate hooks install CLIENT sets it up.',
  ].join('\n'),
  // The launcher knows the common spelling only; a flag may stand before the command.
  run: async () => void (await import('../hook.ts')),
});
