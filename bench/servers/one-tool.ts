import { readFileSync } from 'node:fs';

/** The only tool of a server to compare with: `echo` does nothing, `read_file` reads what ours reads. */
export interface OneTool {
  readonly name: 'echo' | 'read_file';
  readonly description: string;
  readonly argument: 'text' | 'path';
  readonly run: (value: string) => string;
}

const TOOLS: Readonly<Record<string, OneTool>> = {
  echo: { name: 'echo', description: 'Answers with its text', argument: 'text', run: (text) => text },
  read_file: {
    name: 'read_file',
    description: 'Reads a text file',
    argument: 'path',
    run: (path) => readFileSync(path, 'utf8'),
  },
};

/** Chosen by the first argument of the command line. */
export function chosenTool(): OneTool {
  const tool = TOOLS[process.argv[2] ?? 'echo'];
  if (!tool) throw new Error(`There is no tool ${process.argv[2]}`);
  return tool;
}
