import { CODE } from './code.ts';
import { FAR } from './far.ts';
import { FILES } from './files.ts';
import { RUNS } from './runs.ts';

/** By the name of a tool: requests it is right for, with semicolons between them. */
export type Asked = Readonly<Record<string, string>>;

/** How people ask for each tool, in words that its own texts do not have. A test holds that no tool is missing. */
export const ASKED: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({ ...FILES, ...CODE, ...FAR, ...RUNS }).map(([name, requests]) => [
    name,
    requests.split(';').map((request) => request.replace(/\s+/g, ' ').trim()),
  ]),
);
