import type { ProgramRule } from '../programs/program-rule.ts';
import { ASKING, each } from './each.ts';

/** What picks versions of Node and of package managers. */
export const nodeVersions: readonly ProgramRule[] = [
  {
    names: 'corepack',
    options: ASKING,
    subcommands: { ...each('help', { operands: 'text' }) },
    otherwise: 'HIGH',
    match: ['corepack --version'],
    notMatch: ['corepack enable', 'corepack use pnpm@9'],
  },
  {
    names: 'nvm fnm volta n asdf mise rtx',
    options: `${ASKING} -v!SAFE -V!SAFE -h!SAFE`,
    subcommands: {
      ...each(
        'ls, list, current, which, version, versions, whence, root, prefix, help, default-prefix, where, info, env-vars',
        {
          operands: 'text',
          options: '--no-colors --no-alias --json -i --installed -c --current --format: --default',
        },
      ),
      ...each('ls-remote, list-remote, ls-all, list-all, latest, outdated, search', {
        risk: 'LOW',
        network: true,
        operands: 'text',
        options: '--lts --sort: --json --latest',
      }),
      ...each('use, env, shell, local, alias, deactivate, activate, hook-env', {
        risk: 'MEDIUM',
        operands: 'text',
        options: '--silent --install-if-missing!HIGH --use-on-cd --shell: --lts',
      }),
      ...each('exec, run', {
        risk: 'MEDIUM',
        operands: 'command',
        skip: 1,
        options: '--using: --silent --node: --npm: --no-yarn',
      }),
    },
    otherwise: 'HIGH',
    match: ['nvm ls', 'nvm current', 'fnm list', 'volta list', 'asdf current'],
    notMatch: ['nvm install 22', 'nvm use 22', 'volta install node', 'fnm default 22', 'asdf plugin add x'],
  },
];
