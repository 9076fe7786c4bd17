import type { Assessment } from '../../core/call/assessment.ts';
import type { Risk } from '../../core/risk.ts';
import type { Tool } from '../../core/tool/tool.ts';

/** For a tool that says no more of a call than its risk. */
export const assessmentFor = (risk: Risk, { needs }: Pick<Tool, 'needs'>): Assessment => ({
  risk,
  reasons: [],
  ...(needs && risk !== 'SAFE' && { needs }),
});
