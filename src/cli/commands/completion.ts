import { bashScript } from '../help/bash.ts';
import { fishScript } from '../help/fish.ts';
import { defineCommand } from '../line/command.ts';
import { oneOf } from '../line/flag.ts';
import { print } from '../print.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

export const completion = defineCommand({
  name: 'completion',
  section: 'manage',
  about: 'print a completion script for your shell',
  words: 'bash|zsh|fish',
  more: [
    'bash: source <(toolgate completion bash)       in ~/.bashrc',
    'zsh:  source <(toolgate completion zsh)        in ~/.zshrc, after compinit',
    'fish: toolgate completion fish | source        in ~/.config/fish/config.fish',
  ].join('\n'),
  run: async ({ words: [word = ''] }) => {
    const shell = oneOf('The shell', word, SHELLS);
    if (shell === 'fish') return print(fishScript());
    // zsh runs a completion written for bash, once it is told to.
    return print(
      shell === 'zsh' ? `autoload -U +X bashcompinit && bashcompinit\n${bashScript()}` : bashScript(),
    );
  },
});
