import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeHome } from '../support/home.ts';

const WRITE = ['call', 'write_file', '{"path": "notes.txt", "content": "x"}'];

test('the command that is shown for an answer finds the question, wherever the data is', async () => {
  const home = makeHome();
  home.writeConfig({ approvals: { waitMs: 20 } });
  const [first, second] = [join(home.directory, 'other data'), join(home.directory, 'more')];
  for (const [args, env] of [
    [[], {}],
    [['--data-dir', first], {}],
    [[], { TOOLGATE_DATA_DIR: second }],
  ] as const) {
    const asked = await home.run([...WRITE, ...args], { env });
    const shown = /A person decides with: \S*toolgate\S* (.*approvals approve \S+) \(or deny\)/.exec(
      asked.stdout,
    )?.[1];
    expect(shown?.includes('--data-dir')).toBe(args.length > 0 || 'TOOLGATE_DATA_DIR' in env);
    const words = [...(shown ?? '').matchAll(/'([^']*)'|(\S+)/g)].map(
      ([, quoted, plain]) => quoted ?? plain ?? '',
    );
    expect(await home.run(words)).toMatchObject({ code: 0 });
  }
});
