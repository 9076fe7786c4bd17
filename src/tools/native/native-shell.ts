import * as z from 'zod';
import type { Assessment, RiskJudge } from '../../core/call/assessment.ts';
import type { FoundNames } from '../../core/path/found-names.ts';
import { isProtected } from '../../core/path/sensitive-paths.ts';
import { isAtLeast } from '../../core/risk.ts';
import { placeTouched } from '../shell/bash-command.ts';
import { computedCommands, parsed } from './computed-commands.ts';
import { withComputed } from './computed-words.ts';
import { defineNative, NATIVE_INPUT } from './define-native.ts';
import { otherReadings } from './other-readings.ts';
import { asReading, cwdsOf } from './reading-commands.ts';

export const nativeShell = defineNative({
  name: 'native_shell',
  title: "Run a command in the agent's own shell",
  description: 'A command that an agent runs itself, outside of the sandbox.',
  input: z.strictObject({
    ...NATIVE_INPUT,
    command: z.string().min(1).describe('Line or script, as the agent runs it'),
    cwd: z.string().optional().describe('Where it runs'),
    shell: z
      .enum(['bash', 'login', 'any', 'terminal'])
      .default('terminal')
      .describe('What runs it: Bash, sh or zsh, any shell, or one that it is typed into'),
    unknown: z.array(z.string()).optional().describe('What Toolgate does not know about how it runs'),
  }),
  effects: ['read', 'write', 'delete', 'exec', 'network'],
  isSandboxed: true,
  risk: async ({ command, cwd, shell, unknown }, judge) => {
    const judgeAs = (line: string): Promise<Assessment> =>
      asReading(withoutProtected(judge.shell(line, cwd)), { ...judge, cwd });
    const read = await judgeAs(command);
    const cwds = cwdsOf(read.commands ?? [], { ...judge, cwd });
    const namesOf = (pattern: string): FoundNames => namesIn(pattern, cwds, judge);
    const { why, reaches } =
      shell === 'bash'
        ? { why: undefined, reaches: read.reaches ?? [] }
        : await elsewhereOf(command, read, { judgeAs, namesOf });
    return withComputed(
      { ...read, reaches },
      {
        command,
        shell,
        unknown,
        elsewhere: why,
        namesOf,
      },
    );
  },
  touches: placeTouched,
  preview: ({ tool, command, cwd }) =>
    `${command}\n\nin ${cwd ?? 'its current directory'}, by ${tool} of the agent: outside of the sandbox`,
});

interface Elsewhere {
  readonly why: string | undefined;
  /** What it reads there. */
  readonly reaches: readonly string[];
}

interface Judges {
  readonly judgeAs: (line: string) => Promise<Assessment>;
  readonly namesOf: (pattern: string) => FoundNames;
}

/** Why the line does more where another shell reads it, and the files that it reads there. */
async function elsewhereOf(line: string, here: Assessment, { judgeAs, namesOf }: Judges): Promise<Elsewhere> {
  const reaches = new Set(here.reaches);
  const script = parsed(line);
  const computedIn = (text: string): number => {
    const read = parsed(text);
    return read ? computedCommands(read, namesOf).length : Number.POSITIVE_INFINITY;
  };
  for (const { line: other, why } of script ? otherReadings(line, script) : []) {
    const there = other === undefined ? undefined : await judgeAs(other);
    const isWorse = !there || !isAtLeast(here.risk, there.risk) || (here.isPure && !there.isPure);
    if (isWorse || other === undefined || computedIn(other) > computedIn(line))
      return { why, reaches: [...reaches] };
    for (const path of there.reaches ?? []) reaches.add(path);
  }
  return { why: undefined, reaches: [...reaches] };
}

/** In any of the places where it may run. */
function namesIn(
  pattern: string,
  cwds: readonly string[] | undefined,
  { foundNames }: Pick<RiskJudge, 'foundNames'>,
): FoundNames {
  const found = cwds?.map((cwd) => foundNames(pattern, cwd));
  return {
    isOption: found?.some(({ isOption }) => isOption) ?? true,
    isParted: found?.some(({ isParted }) => isParted) ?? true,
  };
}

/**
 * In our sandbox such a file stays as it is, whatever a person says. Nothing keeps it there when the agent runs the
 * command, so no approval helps.
 */
function withoutProtected(judged: Assessment): Assessment {
  if (judged.forbidden !== undefined || judged.risk !== 'CRITICAL') return judged;
  const path = judged.reaches?.find(isProtected);
  return path === undefined
    ? judged
    : { ...judged, forbidden: `${path} controls what runs later, and is not changed by agents` };
}
