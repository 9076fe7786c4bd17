import { textContent } from '../core/call/content.ts';
import { definePrompt } from '../core/tool/prompt.ts';
import { completeDirectory } from './complete-directory.ts';

export const onboardProject = definePrompt({
  name: 'onboard_project',
  pack: 'filesystem',
  title: 'Onboard a project',
  description: 'Get to know a project: what it is, how it is built and tested, where things are.',
  arguments: {
    projectPath: {
      description: 'Directory of the project; default: the current one',
      required: false,
      complete: completeDirectory,
    },
  },
  render: async ({ projectPath = '.' }, ctx) => {
    const listing = await ctx.call('list_directory', { path: projectPath });
    const shown =
      listing.kind === 'result' && listing.ok
        ? listing.content
        : [textContent('(the directory could not be listed)')];
    return [
      {
        role: 'user',
        content: textContent(
          `Get to know the project in ${projectPath === '.' ? 'the current directory' : projectPath}. Read its README and manifest with read_file, find the commands to install, build, test and start it, ` +
            'and follow one path from the entry point to its effect. Then write a page of at most forty lines: purpose, layout, commands, conventions, traps, ' +
            'with the file each fact came from. This is the top directory:',
        ),
      },
      ...shown.map((content) => ({ role: 'user' as const, content })),
    ];
  },
});
