import { wordsOf } from '../../../core/shell/blanks.ts';
import { withoutEnd } from '../../../core/text/trim-end.ts';

/** A rule of a Makefile. */
export interface MakeRule {
  readonly needs: readonly string[];
  /** Its lines, with variables filled in as far as they are known. */
  readonly recipe: readonly string[];
}

export interface Makefile {
  readonly rules: ReadonlyMap<string, MakeRule>;
  readonly first: string | undefined;
  readonly includes: readonly string[];
  /** Commands that run while make reads the file. */
  readonly atOnce: readonly string[];
  /** What reads the recipes. */
  readonly shell: string;
}

const MOST_LINES = 5000;
const MOST_STEPS = 20;
// What make sets by itself.
const BUILT_IN: Readonly<Record<string, string>> = {
  MAKE: 'make',
  CC: 'cc',
  CXX: 'g++',
  CPP: 'cc -E',
  AR: 'ar',
  AS: 'as',
  LD: 'ld',
  RM: 'rm -f',
  CFLAGS: '',
  CXXFLAGS: '',
  CPPFLAGS: '',
  LDFLAGS: '',
  LDLIBS: '',
  MAKEFLAGS: '',
  MFLAGS: '',
  DESTDIR: '',
};

const ASSIGNMENT = /^ *(?:export[ \t]+|override[ \t]+)*([\w.-]+)[ \t]*(!=|[:+?]{0,3}=)[ \t]*(.*)$/s;
const RULE = /^([^\t#=:][^=:#]*):{1,2}(?!=)([^#;=]*)(?:;(.*))?(?:#.*)?$/s;

/** Reads the rules of a Makefile, as far as they can be read without running anything. */
export function parseMakefile(text: string, given: ReadonlyMap<string, string>): Makefile {
  const lines = text
    .replace(/\\\n[ \t]*/g, ' ')
    .split('\n')
    .slice(0, MOST_LINES);
  const variables = new Map([...Object.entries(BUILT_IN), ...assignedIn(lines), ...given]);
  const rules = new Map<string, { needs: string[]; recipe: string[] }>();
  const includes: string[] = [];
  let first: string | undefined;
  let open: string[] = [];
  for (const line of lines) {
    if (line.startsWith('\t')) {
      for (const target of open) rules.get(target)?.recipe.push(withoutMarks(expanded(line, variables)));
      continue;
    }
    const [, files] = /^[-s]?include[ \t]+(.*)$/s.exec(line) ?? [];
    if (files !== undefined) includes.push(...wordsOf(expanded(files, variables)));
    const [, targets, needs = '', inline] = ASSIGNMENT.test(line) ? [] : (RULE.exec(line) ?? []);
    if (targets === undefined) {
      if (!/^[ \t]*(#|$)/.test(line)) open = [];
      continue;
    }
    open = wordsOf(expanded(targets, variables));
    first ??= open.find((target) => !target.startsWith('.') && !target.includes('%'));
    for (const target of open) {
      const rule = rules.get(target) ?? { needs: [], recipe: [] };
      rule.needs.push(...wordsOf(expanded(needs, variables)).filter((word) => word !== '|'));
      if (inline !== undefined) rule.recipe.push(withoutMarks(expanded(inline, variables)));
      rules.set(target, rule);
    }
  }
  return {
    rules,
    first,
    includes,
    atOnce: atOnceIn(lines, variables),
    shell: variables.get('SHELL') ?? 'sh',
  };
}

const assignedIn = (lines: readonly string[]): [string, string][] =>
  lines.flatMap((line): [string, string][] => {
    const [, name, operator, value = ''] = line.startsWith('\t') ? [] : (ASSIGNMENT.exec(line) ?? []);
    return name === undefined || operator === '!=' || operator === '+='
      ? []
      : [[name, value.replace(/(?<![ \t])[ \t]+#.*$/s, '')]];
  });

/** `$(shell cmd)` and `X != cmd`. */
function atOnceIn(lines: readonly string[], variables: ReadonlyMap<string, string>): string[] {
  return lines.flatMap((line) => {
    const [, , operator, value = ''] = ASSIGNMENT.exec(line) ?? [];
    // Up to where it can go, whether it ends there or not: the next one is looked for behind it.
    const shells = [...line.matchAll(/\$[({]shell[ \t]((?:[^()]+|\([^()]*\))*)(\)?)/g)].flatMap(
      ([, inside = '', end]) => {
        const brace = end === ')' ? inside.length : withoutGroups(inside).lastIndexOf('}');
        return brace === -1 ? [] : [inside.slice(0, brace).trimStart()];
      },
    );
    return [...shells, ...(operator === '!=' ? [value] : [])].map((command) => expanded(command, variables));
  });
}

/** With blanks in their place. */
const withoutGroups = (text: string): string =>
  text.replaceAll(/\([^()]*\)/g, (group) => ' '.repeat(group.length));

/** Fills in `$(NAME)` and `${NAME}`; what is left is decided when make runs. */
function expanded(text: string, variables: ReadonlyMap<string, string>): string {
  let result = text.replaceAll('$$', DOLLAR);
  for (let step = 0; step < MOST_STEPS; step++) {
    const next = result.replace(
      /\$(?:\(([\w.-]+)\)|\{([\w.-]+)\})/g,
      (all, round?: string, curly?: string) =>
        variables.get(round ?? curly ?? '')?.replaceAll('$$', DOLLAR) ?? all,
    );
    if (next === result || next.length > 20_000) break;
    result = next;
  }
  return result.replace(/\$([@<^?*+|%])/g, "'$1'").replace(/\$[({]([@<^?*+|%])[DF][)}]/g, "'$1'");
}

// Stands for a dollar sign of the shell while those of make are looked for.
const DOLLAR = '\uE000';

/** `@echo`, `-rm`, `+make`: how make shows and takes a line is not part of it. */
const withoutMarks = (line: string): string => withoutEnd(line.replace(/^[@+ \t-]+/, ''), ' \t');

/** A line for the shell; undefined where make would still fill something in. */
export const shellLine = (line: string): string | undefined =>
  line.includes('$') ? undefined : line.replaceAll(DOLLAR, '$');
