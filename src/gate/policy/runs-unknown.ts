/** Behind these stands what is run, whatever the program: `go run ./a`, `poetry run x`, `swift run a`, `bun x y`. */
const RUNS_OPERAND = /^(run|run-script|exec|x|r|dlx|watch|script|runner|start|task|eval)$/;
/** With these it is the way the project's tests are run, and the operand only says which of them. */
const TEST_RUNNERS =
  /(^|\/)(vitest|jest|mocha|ava|playwright|cypress|wdio|karma|tox|nox|phpunit|pest|rspec)$/;
/** What these run is noticed where they are judged, is an image, or lies on another machine. */
const KNOWN_OTHERWISE =
  /(^|\/)(npm|pnpm|yarn|npx|bun|deno|node|tsx|docker|podman|nerdctl|docker-compose|podman-compose|kubectl|oc|gh|glab|systemctl|service|brew)$/;

export const runsOperand = ([program = '', first = '']: readonly string[]): boolean =>
  RUNS_OPERAND.test(first) && !TEST_RUNNERS.test(program);

/** `go run ./a`, `cargo run --bin a`: what it runs is told by operands, and which files that means is not known. */
export const runsUnknown = (words: readonly string[]): boolean => {
  const second = words[2] ?? '';
  return runsOperand(words) && (second === '' || /^-|[./\\]/.test(second) || RUNS_OPERAND.test(second));
};

/** That are made from the sources around it, which may be others the next time. */
export const runsSources = (words: readonly string[]): boolean =>
  runsUnknown(words) && !KNOWN_OTHERWISE.test(words[0] ?? '');
