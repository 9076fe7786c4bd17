import * as z from 'zod';
import type { TestCase } from './report.ts';

const event = z.object({
  Action: z.string(),
  Package: z.string().optional(),
  ImportPath: z.string().optional(),
  Test: z.string().optional(),
  Output: z.string().optional(),
});
type Event = z.output<typeof event>;

/** `go test -json`: a test with subtests stands for them and is not counted itself. */
export function parseGoEvents(text: string): TestCase[] {
  const events = eventsIn(text);
  const ended = events.filter(({ Action }) => Action === 'pass' || Action === 'fail' || Action === 'skip');
  const withSubtests = new Set(ended.flatMap((one) => above(keyOf(one))));
  const tests = ended.filter(({ Test }) => Test !== undefined).filter((one) => !withSubtests.has(keyOf(one)));
  const failedIn = new Set(tests.filter(({ Action }) => Action === 'fail').map(({ Package }) => Package));
  const broken = ended.filter(
    ({ Action, Test, Package }) => Action === 'fail' && Test === undefined && !failedIn.has(Package),
  );
  return [...tests, ...broken].map((one) => ({
    name: one.Test === undefined ? (one.Package ?? '') : `${one.Package}.${one.Test}`,
    outcome: one.Action === 'pass' ? 'passed' : one.Action === 'fail' ? 'failed' : 'skipped',
    ...(one.Action === 'fail' && { details: outputOf(events, one) }),
  }));
}

/** What `go test` would have printed. */
export const goOutput = (text: string): string =>
  text
    .split('\n')
    .map((line) => {
      const found = parseEvent(line);
      return found ? (found.Output ?? '') : line === '' ? '' : `${line}\n`;
    })
    .join('');

const keyOf = ({ Package = '', Test = '' }: Event): string => `${Package} ${Test}`;

/** `a/b/c` is a subtest of `a/b` and of `a`. */
const above = (key: string): string[] => [...key.matchAll(/\//g)].map(({ index }) => key.slice(0, index));

/** A test's own lines; for a package that did not build, the compiler's. */
const outputOf = (events: readonly Event[], { Package, Test }: Event): string =>
  events
    .filter((one) =>
      Test === undefined
        ? one.Package === Package || one.ImportPath?.split(' ')[0] === Package
        : one.Package === Package && one.Test === Test,
    )
    .map(({ Output }) => Output ?? '')
    .filter((line) => !/^(=== |--- )/.test(line))
    .join('');

const eventsIn = (text: string): Event[] => text.split('\n').flatMap((line) => parseEvent(line) ?? []);

function parseEvent(line: string): Event | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return event.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
