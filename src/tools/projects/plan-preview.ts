import type { Preview } from '../../core/approval/preview.ts';
import { type Argv, showCommand } from '../../core/text/command-words.ts';
import type { ScriptStep } from './script-chain.ts';

/** What a person is shown: where, which commands, and what each script behind them says. */
export const planPreview = (
  directory: string,
  commands: readonly Argv[],
  steps: readonly ScriptStep[],
): Preview => {
  const lines = commands.map((argv) => showCommand(argv));
  return {
    text: [
      `in ${directory}`,
      ...lines.map((line) => `$ ${line}`),
      ...steps.map(({ script, command }) => `  ${script}: ${command}`),
    ]
      .map(oneLine)
      .join('\n'),
    parts: [
      {
        kind: 'script',
        directory,
        commands: lines,
        scripts: steps.map(({ script, directory: place, command }) => ({
          name: script,
          directory: place,
          command,
        })),
      },
    ],
  };
};

/** An argument with a line end in it could pass for a line of the card. */
const oneLine = (text: string): string => text.replaceAll('\n', '\\n').replaceAll('\r', '\\r');
