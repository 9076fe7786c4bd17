import { printHelp } from '../help/text.ts';
import { defineCommand } from '../line/command.ts';

export const help = defineCommand({
  name: 'help',
  section: 'manage',
  about: 'explain one command',
  words: '[COMMAND]',
  run: async ({ words: [topic] }) => printHelp(topic),
});
