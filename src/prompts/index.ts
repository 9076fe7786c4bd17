import type { Prompt } from '../core/tool/prompt.ts';
import { conformancePrompts } from './conformance/index.ts';
import { explainFailedRun } from './explain-failed-run.ts';
import { onboardProject } from './onboard-project.ts';
import { reviewStagedChanges } from './review-staged-changes.ts';

/** All prompts there are. */
export const prompts: readonly Prompt[] = [
  explainFailedRun,
  onboardProject,
  reviewStagedChanges,
  ...conformancePrompts,
];
