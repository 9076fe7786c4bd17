import type { Resource } from '../core/tool/resource.ts';
import { auditEntries } from './audit-entries.ts';
import { conformanceResources } from './conformance/index.ts';
import { gitObjects } from './git-objects.ts';
import { processOutput } from './process-output.ts';
import { projectFiles } from './project-files.ts';

/** Everything that can be read by address. */
export const resources: readonly Resource[] = [
  auditEntries,
  processOutput,
  gitObjects,
  projectFiles,
  ...conformanceResources,
];
