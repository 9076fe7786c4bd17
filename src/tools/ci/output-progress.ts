import type { ToolContext } from '../../core/tool.ts';

const INTERVAL_MS = 500;

/** Tells now and then how far a program is: how many lines it printed, and the last of them. */
export function createOutputProgress({ progress }: Pick<ToolContext, 'progress'>) {
  let lines = 0;
  let toldAt = 0;
  return (text: string): void => {
    lines += text.split('\n').length - 1;
    const now = performance.now();
    if (now - toldAt < INTERVAL_MS) return;
    toldAt = now;
    progress(lines, undefined, text.trimEnd().split('\n').at(-1)?.slice(0, 200));
  };
}
