import { join } from 'node:path';
import type { SkillCatalog } from '@modelcontextprotocol/server/ext/skills';
import { loadSkills } from '@modelcontextprotocol/server/ext/skills/node';
import { packageRoot } from '../../host/package-root.ts';

let loaded: Promise<SkillCatalog> | undefined;

/** The skills that come with the program, read once. */
export const loadBuiltInSkills = (): Promise<SkillCatalog> =>
  (loaded ??= loadSkills(join(packageRoot(), 'skills')));
