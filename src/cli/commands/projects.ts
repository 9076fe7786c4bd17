import { resolve } from 'node:path';
import type { Project, RegisteredProject } from '../../core/project.ts';
import { withClient } from '../host-client.ts';
import { defineAct, defineGroup } from '../line/command.ts';
import { textFlag } from '../line/flag.ts';
import { print, printJson, printLines, say } from '../print.ts';

type Listed = RegisteredProject & { readonly isOpen: boolean };

interface Added {
  readonly project: Project;
  readonly created: boolean;
  readonly isOpen: boolean;
}

const NOT_OPEN =
  'Agents cannot use it yet: this host opens only the directories it was given (--root, or "roots" in the configuration). Add it there.';

export const projects = defineGroup({
  name: 'projects',
  section: 'work',
  about: 'manage the directories that are open as projects',
  more: 'Any directory can be one, with a manifest in it or not. "/", your home, directories of the system and the data of Toolgate itself are refused.',
  acts: {
    list: defineAct({
      about: 'those that are registered',
      run: ({ flags }) =>
        withClient(flags, async (client) => {
          const { projects: all } = (await client.request('admin/projects/list', {})) as {
            projects: Listed[];
          };
          if (flags.json) return printJson(all);
          if (all.length === 0)
            return say('No project is registered; toolgate projects add PATH registers one.');
          return printLines(
            all.map(
              ({ id, name, path, isOpen }) =>
                `${id}  ${name.padEnd(24)} ${path}${isOpen ? '' : '  (not open to agents)'}`,
            ),
          );
        }),
    }),
    add: defineAct({
      about: 'register one, which opens it to agents',
      words: 'PATH',
      flags: {
        name: textFlag('name', {
          value: 'NAME',
          takes: 'a name',
          about: 'another name than that of its directory',
        }),
      },
      run: ({ words: [path = ''], flags }) =>
        withClient(flags, async (client) => {
          const { name } = flags;
          const added = await client.request('admin/projects/add', {
            path: resolve(path),
            ...(name !== undefined && { name }),
          });
          if (flags.json) return printJson(added);
          const { project, created, isOpen } = added as unknown as Added;
          const opened = isOpen ? '' : `\n${NOT_OPEN}`;
          return print(
            `${created ? 'Registered' : 'Known already:'} ${project.name} (${project.ecosystems.join(', ') || 'no manifest'}) ${project.path} as ${project.id}${opened}`,
          );
        }),
    }),
    remove: defineAct({
      about: 'forget it; its files stay',
      words: 'ID',
      run: ({ words: [id = ''], flags }) =>
        withClient(flags, async (client) => {
          const removed = await client.request('admin/projects/remove', { id });
          if (flags.json) return printJson(removed);
          return print(`Forgot ${String(removed.name)} (${String(removed.path)}); its files stay.`);
        }),
    }),
  },
});
