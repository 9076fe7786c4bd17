import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { memorySkillFiles, SkillCatalog } from '@modelcontextprotocol/server/ext/skills';
import { loadSkills } from '@modelcontextprotocol/server/ext/skills/node';
import { packageRoot } from '../../host/package-root.ts';

let loaded: Promise<SkillCatalog> | undefined;

/** The skills that come with the program, read once; none where somebody left their folder out. */
export const loadBuiltInSkills = (): Promise<SkillCatalog> =>
  (loaded ??= loadFrom(join(packageRoot(), 'skills')));

const loadFrom = (folder: string): Promise<SkillCatalog> =>
  existsSync(folder) ? loadSkills(folder) : SkillCatalog.load(memorySkillFiles({}));
