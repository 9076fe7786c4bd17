type Words = readonly string[];

/**
 * Subcommands that run what the project itself says, or less: who may test it may compile and check it, since a test can do
 * all that a build can. None of them installs, publishes, deploys, or changes data. The first list runs code of the project;
 * the second one only looks at it, and a yes to that is none to the first.
 */
const WORKS: Readonly<Record<string, { readonly runs: Words; readonly looks: Words }>> = {
  mix: {
    // Whatever it is told, mix.exs runs first.
    runs: ['test', 'compile', 'format', 'credo', 'dialyzer', 'docs', 'xref', 'deps.compile'],
    looks: [],
  },
  cargo: { runs: ['test', 'build', 'check', 'clippy', 'doc', 'bench'], looks: ['fmt', 'tree', 'metadata'] },
  go: { runs: ['test'], looks: ['build', 'vet', 'fmt', 'list'] },
  dotnet: { runs: ['test', 'build', 'format'], looks: [] },
  mvn: { runs: ['test', 'compile', 'test-compile', 'verify', 'package'], looks: [] },
  mvnw: { runs: ['test', 'compile', 'test-compile', 'verify', 'package'], looks: [] },
  gradle: { runs: ['test', 'build', 'check', 'assemble', 'compileJava', 'compileKotlin'], looks: [] },
  gradlew: { runs: ['test', 'build', 'check', 'assemble', 'compileJava', 'compileKotlin'], looks: [] },
  swift: { runs: ['test', 'build'], looks: [] },
  dart: { runs: ['test'], looks: ['analyze', 'format'] },
  flutter: { runs: ['test'], looks: ['analyze'] },
  stack: { runs: ['test', 'build'], looks: [] },
  cabal: { runs: ['test', 'build'], looks: [] },
};

/** The beginning of a command, and those of others that do no more than it does. */
export function withSameWork(beginning: Words): readonly Words[] {
  const [program = '', work = ''] = beginning;
  const name = program.replace(/^.*\//, '');
  const works = Object.hasOwn(WORKS, name) ? WORKS[name] : undefined;
  if (!works || beginning.length !== 2) return [beginning];
  const { runs, looks } = works;
  const others = runs.includes(work) ? [...runs, ...looks] : looks.includes(work) ? looks : [];
  return [beginning, ...others.filter((other) => other !== work).map((other) => [program, other])];
}
