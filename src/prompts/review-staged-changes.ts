import { textContent } from '../core/call/content.ts';
import { definePrompt } from '../core/tool/prompt.ts';
import { completeDirectory } from './complete-directory.ts';

export const reviewStagedChanges = definePrompt({
  name: 'review_staged_changes',
  pack: 'git',
  title: 'Review staged changes',
  description: 'Review what is staged in a repository before it is committed.',
  arguments: {
    projectPath: {
      description: 'Directory of the repository; default: the current one',
      required: false,
      complete: completeDirectory,
    },
    focus: {
      description: 'What to look at closely, such as security or performance',
      required: false,
      complete: (typed) => FOCUS.filter((word) => word.startsWith(typed)),
    },
  },
  render: ({ projectPath = '.', focus }) => [
    {
      role: 'user',
      content: textContent(
        `Review what is staged in the git repository ${projectPath === '.' ? 'of the current directory' : projectPath} (the output of git diff --staged there), reading whole files where the diff does not show enough. ` +
          'Look for defects first: wrong results, missing error handling, broken callers, secrets, debug output; then for tests that should have changed. ' +
          `${focus === undefined ? '' : `Look closely at ${focus}. `}` +
          'Report each finding with file and line, what goes wrong and a fix, severe ones first. Change nothing.',
      ),
    },
  ],
});

const FOCUS = ['correctness', 'security', 'performance', 'error handling', 'tests', 'readability'];
