import type { ToolContext } from '../../core/tool/tool.ts';

const PAUSE_MS = 100;
const LONGEST_LINE = 4096;
/** The result has the rest. */
const MOST_CHARACTERS = 1_000_000;

/** Tells a client what a program prints, all of it in order, a few times a second and in whole lines. */
export function createOutputProgress(ctx: Pick<ToolContext, 'progress'>) {
  let told = 0;
  let pending = '';
  let isEnded = false;
  let timer: NodeJS.Timeout | undefined;
  const tell = (text: string): void => {
    if (text === '') return;
    told += text.length;
    ctx.progress(told, undefined, text);
  };
  // A secret that is cut in two could not be found; lines are what it hardly ever crosses.
  const flush = (): void => {
    timer = undefined;
    const end = pending.length > LONGEST_LINE ? pending.length : pending.lastIndexOf('\n') + 1;
    tell(pending.slice(0, end));
    pending = pending.slice(end);
  };
  return {
    /** False once there was enough. */
    add: (text: string): boolean => {
      // A call that was answered is not told of any more; its process may go on.
      if (isEnded) return false;
      pending += text;
      timer ??= setTimeout(flush, PAUSE_MS);
      return told + pending.length < MOST_CHARACTERS;
    },
    end: (): void => {
      isEnded = true;
      clearTimeout(timer);
      tell(pending);
      pending = '';
    },
  };
}
