import { homedir } from 'node:os';
import type { Project, ProjectRecords } from '../core/project.ts';
import type { FilesParts } from '../engines/files/files.ts';

/** What a person does with registered projects: any directory, asked by nobody, but for those nobody should open. */
export interface ProjectAdmin {
  list: ProjectRecords['list'];
  register(path: string, name: string | undefined): Promise<{ project: Project; created: boolean }>;
  remove(id: string): Promise<{ id: string; path: string; name: string }>;
}

export function createProjectAdmin(
  records: ProjectRecords,
  dataDir: string,
  judge: FilesParts['judge'],
): ProjectAdmin {
  const engine = async () => {
    const { createProjects } = await import('../engines/projects/projects.ts');
    return createProjects({ records, dataDir, home: homedir(), judge })({
      caller: { cwd: undefined, roots: [], env: {} },
      denied: undefined,
    });
  };
  return {
    list: records.list,
    register: async (path, name) => (await engine()).register(path, name),
    remove: async (id) => (await engine()).remove(id),
  };
}
