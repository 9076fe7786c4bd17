import { isAbsolute, join } from 'node:path';
import * as z from 'zod';
import type { Touch } from '../../core/call/touch.ts';

/** The same words for the same thing in every tool of the pack. */
export const repositoryPath = z.string().min(1).default('.').describe('Any directory in the repository');

const REF = /^(?![-/])(?!\.+$)(?!.*\.\.\/)[^\s\p{Cc}:?*[\\]+$/u;
const BRANCH = /^(?![-/.@]$|-|\.|\/)(?!.*(\.\.|@\{|\/\/|\/\.|\.lock(\/|$)|[/.]$))[^\s\p{Cc}~^:?*[\\]+$/u;

/** What stands for a commit; one check for all tools, since git takes a leading dash for an option, and some commands a path for a file. */
export const ref = z
  .string()
  .max(250)
  .regex(REF, 'must be a branch, tag, hash or the like (HEAD~2); no path, no ":" and no "-" in front');

export const branchName = z.string().max(200).regex(BRANCH, 'is not a legal branch name');

export const remoteName = z
  .string()
  .max(100)
  .regex(/^(?!-)[\w./-]+$/, 'must be the name of a remote, such as origin');

export const filePath = z
  .string()
  .min(1)
  .regex(/^(?!-)/, 'cannot start with "-"; write ./-name');

export const paths = z
  .array(filePath)
  .min(1)
  .max(1000)
  .optional()
  .describe('Only these files or directories');

export const maxBytes = z
  .number()
  .int()
  .min(1000)
  .max(1_000_000)
  .default(40_000)
  .describe('Maximum bytes of patch');

/** The work limit of what may hang: in a hook, a filter, or with a remote. */
export const WORK_LIMIT_MS = 30_000;

export const timeoutMs = z
  .number()
  .int()
  .min(1000)
  .max(600_000)
  .optional()
  .describe(`Time limit; default ${WORK_LIMIT_MS}`);

/** A repository that is only read. */
export const reads = (path: string): Touch[] => [{ kind: 'path', access: 'list', path }];

/** A repository that changes. */
export const changes = (path: string): Touch[] => [{ kind: 'path', access: 'write', path }];

/** Files whose content is shown or taken: a secret-like one is asked about as read_file asks. */
export const readsFiles = (repository: string, files: readonly string[]): Touch[] => [
  ...reads(repository),
  ...files.map(
    (file): Touch => ({
      kind: 'path',
      access: 'read',
      path: isAbsolute(file) ? file : join(repository, file),
    }),
  ),
];

export const commitFields = {
  hash: z.string().describe('Of the commit'),
  author: z.string().describe('Name'),
  email: z.string().describe('Address'),
  date: z.string().describe('When it was written, ISO'),
  subject: z.string().describe('First line of the message'),
  body: z.string().optional().describe('The rest of the message'),
};
