import * as z from 'zod';
import type { TestCase } from './report.ts';

const jest = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string().optional(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
          location: z.object({ line: z.number() }).nullish(),
        }),
      ),
    }),
  ),
});

/** What `jest --json` writes; vitest's own JSON has the same shape. */
export function parseJest(text: string): TestCase[] {
  const parsed = jest.safeParse(parse(text));
  if (!parsed.success) return [];
  return parsed.data.testResults.flatMap(({ name: file, status, message, assertionResults }): TestCase[] => {
    // A file that cannot even be loaded has no tests to fail.
    if (assertionResults.length === 0 && status === 'failed')
      return [{ name: file, outcome: 'failed', file, details: plain(message ?? '') }];
    return assertionResults.map((result) => ({
      name: result.fullName,
      outcome: result.status === 'passed' || result.status === 'failed' ? result.status : 'skipped',
      file,
      ...(result.location && { line: result.location.line }),
      details: plain(result.failureMessages?.join('\n') ?? ''),
    }));
  });
}

const rspec = z.object({
  examples: z.array(
    z.object({
      full_description: z.string(),
      status: z.string(),
      file_path: z.string().optional(),
      line_number: z.number().optional(),
      exception: z.object({ message: z.string(), backtrace: z.array(z.string()).nullish() }).nullish(),
    }),
  ),
});

/** What `rspec --format json` writes. */
export function parseRspec(text: string): TestCase[] {
  const parsed = rspec.safeParse(parse(text));
  if (!parsed.success) return [];
  return parsed.data.examples.map((example) => ({
    name: example.full_description,
    outcome: example.status === 'passed' || example.status === 'failed' ? example.status : 'skipped',
    ...(example.file_path !== undefined && { file: example.file_path }),
    ...(example.line_number !== undefined && { line: example.line_number }),
    ...(example.exception && {
      message: example.exception.message,
      details: example.exception.backtrace?.join('\n') ?? '',
    }),
  }));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes begin with one
const plain = (text: string): string => text.replace(/\u001b\[[0-9;]*m/g, '');
