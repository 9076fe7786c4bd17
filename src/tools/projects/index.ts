import { definePack } from '../../core/tool/registry.ts';

export const projects = definePack({
  list_projects: async () => (await import('./list-projects.ts')).listProjects,
  get_project: async () => (await import('./get-project.ts')).getProject,
  register_project: async () => (await import('./register-project.ts')).registerProject,
  remove_project: async () => (await import('./remove-project.ts')).removeProject,
  list_project_scripts: async () => (await import('./list-project-scripts.ts')).listProjectScripts,
  run_script: async () => (await import('./run-script.ts')).runScript,
  run_npm_script: async () => (await import('./run-npm-script.ts')).runNpmScript,
});
