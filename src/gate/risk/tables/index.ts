import type { Risk } from '../../../core/risk.ts';
import type { ProgramRule } from '../programs/program-rule.ts';
import { agents } from './agents.ts';
import { archives } from './archives.ts';
import { builtins } from './builtins.ts';
import { aws } from './cloud.ts';
import { cloudHosting } from './cloud-hosting.ts';
import { cloudPlatforms } from './cloud-platforms.ts';
import { containers } from './containers.ts';
import { coreutils } from './coreutils.ts';
import { coreutilsFacts } from './coreutils-facts.ts';
import { coreutilsWrite } from './coreutils-write.ts';
import { databases } from './databases.ts';
import { forges } from './forges.ts';
import { git } from './git.ts';
import { infrastructure } from './infrastructure.ts';
import { kubernetes } from './kubernetes.ts';
import { buildTools, nativeTools } from './languages-native.ts';
import { python } from './languages-python.ts';
import { pythonTools } from './languages-python-tools.ts';
import { rustAndGo } from './languages-rust-go.ts';
import { scripting } from './languages-scripting.ts';
import { virtualMachines } from './languages-vm.ts';
import { linters } from './linters.ts';
import { media } from './media.ts';
import { networkTools, webClients } from './network.ts';
import { bun, nodeManagers } from './node-managers.ts';
import { npm } from './node-npm.ts';
import { nodeRuntimes, nodeStarters } from './node-runtimes.ts';
import { nodeTools } from './node-tools.ts';
import { nodeVersions } from './node-versions.ts';
import { runners } from './runners.ts';
import { secrets } from './secrets.ts';
import { systemApple } from './system-apple.ts';
import { systemDesktop } from './system-desktop.ts';
import { systemDisks } from './system-disks.ts';
import { systemNetwork } from './system-network.ts';
import { systemPackages } from './system-packages.ts';
import { systemProcesses } from './system-processes.ts';
import { systemServices } from './system-services.ts';
import { systemUsers } from './system-users.ts';
import { textData } from './text-data.ts';
import { textEdit } from './text-edit.ts';
import { textPrograms } from './text-programs.ts';
import { textSearch } from './text-search.ts';
import { textView } from './text-view.ts';
import { vcs } from './vcs.ts';

/** The programs of a family need this, but for those that say so themselves. */
const needing = (
  needs: string,
  rules: readonly ProgramRule[],
  needsFrom: Risk = 'SAFE',
): readonly ProgramRule[] =>
  rules.map((rule) => (rule.needs === undefined ? { ...rule, needs, needsFrom } : rule));

/** Programs to which files are just data, whatever stands in them; git's hooks are noticed by themselves. */
export const dataTables: readonly (readonly ProgramRule[])[] = [
  coreutils,
  coreutilsWrite,
  coreutilsFacts,
  builtins,
  textSearch,
  textPrograms,
  textView,
  textEdit,
  textData,
  archives,
  media,
  git,
  vcs,
];

/** All tables; one file per family. */
export const tables: readonly (readonly ProgramRule[])[] = [
  ...dataTables,
  runners,
  [npm, bun],
  nodeManagers,
  nodeVersions,
  nodeRuntimes,
  nodeStarters,
  nodeTools,
  linters,
  python,
  pythonTools,
  rustAndGo,
  nativeTools,
  buildTools,
  virtualMachines,
  scripting,
  databases,
  infrastructure,
  needing('host', containers),
  needing('network secrets', kubernetes),
  needing('network secrets', aws),
  needing('network secrets', cloudPlatforms),
  needing('network secrets', cloudHosting),
  secrets.map((rule) => ({ ...rule, hasVerbs: false as const })),
  webClients,
  networkTools,
  agents,
  needing('network secrets', forges),
  needing('host', systemProcesses, 'MEDIUM'),
  needing('host', systemServices, 'MEDIUM'),
  needing('host', systemDisks, 'MEDIUM'),
  needing('host', systemPackages, 'MEDIUM'),
  needing('host', systemNetwork, 'MEDIUM'),
  needing('host', systemUsers, 'MEDIUM'),
  needing('host', systemDesktop, 'MEDIUM'),
  needing('host', systemApple, 'MEDIUM'),
];
