import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RISKS, type Risk } from '../../src/core/risk.ts';

/** A command and the risk it must have: at most, at least or exactly that; or that no approval helps. */
export interface Sample {
  readonly subject: string;
  readonly bound: '<=' | '>=' | '=';
  readonly risk: Risk | 'FORBIDDEN';
  readonly command: string;
}

const FORM = /^(<=|>=|=)([A-Z]+) (.*)$/;

/** Every line of the files in `commands`; a line break in a command is written as ⏎. */
export const samples = (): Sample[] => {
  const directory = join(import.meta.dirname, 'commands');
  return readdirSync(directory).flatMap((file) =>
    readFileSync(join(directory, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => sampleOf(file.replace('.txt', ''), line)),
  );
};

function sampleOf(subject: string, line: string): Sample {
  const [, bound, name, command = ''] = FORM.exec(line) ?? [];
  const risk = name === 'FORBIDDEN' ? name : RISKS.find((one) => one === name);
  if (!risk || (bound !== '<=' && bound !== '>=' && bound !== '=')) throw new Error(`Not a sample: ${line}`);
  return { subject, bound, risk, command: command.replaceAll('⏎', '\n') };
}
