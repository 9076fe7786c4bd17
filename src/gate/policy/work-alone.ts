import type { Call } from '../../core/call/call.ts';
import { oneOf } from '../../core/text/one-of.ts';
import { isFilter, isGit } from './history-readers.ts';
import { plainCommands, type Words } from './plain-commands.ts';

/**
 * Whether a line is the work of a build or a test, and at most shortens what that prints. A project keeps its settings in
 * files that look like secrets, and its own scripts need them; a program that copies or prints what it is told to does
 * not, and neither does what stands beside.
 */
export function isWorkAlone({ commands = [], scripts = [], runs = [], args }: Call['facts']): boolean {
  const line = args?.command;
  const isRunner = ([program = '']: Words): boolean =>
    WORK.test(program.replace(/^.*\//, '')) || (runs.length > 0 && RUNS_FILE.test(program));
  // A tool that runs one script: all the commands are in that.
  if (typeof line !== 'string') return scripts.length > 0 || commands.every(isRunner);
  const main = plainCommands(line, { mayRedirect: true })?.filter(
    (words) => !isFilter(words) && !MOVES.test(words[0] ?? ''),
  );
  return (
    main !== undefined &&
    main.length > 0 &&
    main.every((words) => (isGit(words) ? !words.some(takesFile) : isRunner(words)))
  );
}

/** A message or a list that git reads from a file, which may be a link to any other. */
const takesFile = (word: string): boolean => /^(-[a-zA-Z]*[Ft]|--(fi|te|pathspec-f))/.test(word);

/** An interpreter, or a script by its path. */
const RUNS_FILE = /\/|^(python[\d.]*|node|ruby|php|perl|deno|tsx|ts-node|bash|sh|zsh|dash)$/;
const MOVES = /^(cd|exit|sleep|wait|set)$/;

/** They find out themselves what they read. */
const WORK = oneOf`
  npm pnpm yarn bun npx cargo go make gmake cmake ctest ninja meson bazel just task rake gradlew? mvnw? sbt
  dotnet uv poetry pdm hatch bundle composer mix swift dart flutter turbo nx lerna docker podman terraform
  tofu pytest tox nox ruff mypy eslint biome prettier tsc vite next nuxt astro webpack rollup jest vitest
  mocha ava playwright cypress rspec phpunit rails flask alembic dbt uvicorn gunicorn celery
`;
