import * as z from 'zod';
import type { Assessment } from '../../core/call/assessment.ts';
import { mode, remotePath } from './fields.ts';
import { contentInWords, optionsInWords } from './in-words.ts';
import {
  chmodRisk,
  deleteRisk,
  type HostPaths,
  makeRisk,
  moveRisk,
  readRisk,
  writeRisk,
} from './path-risk.ts';

const path = remotePath.describe('File or directory; ~ is the home');
const recursive = z.boolean().default(false).describe('Everything below it too');

/** One of the operations that a batch may hold. */
export const operation = z.discriminatedUnion('op', [
  z.strictObject({
    op: z.literal('read').describe('Read a file'),
    path,
    encoding: z.enum(['utf-8', 'base64']).default('utf-8').describe('base64: raw bytes'),
    maxSize: z.number().int().min(1).max(1_048_576).default(65_536).describe('Refuse more bytes than this'),
  }),
  z.strictObject({
    op: z.literal('write').describe('Write a file, atomically'),
    path,
    content: z.string().max(1_048_576).describe('All of it'),
    encoding: z.enum(['utf-8', 'base64']).default('utf-8').describe('base64: content is raw bytes'),
    createDirs: z.boolean().default(false).describe('Make missing directories'),
    backup: z.boolean().default(false).describe('Keep the old file'),
    mode: mode.optional().describe('Permissions, octal'),
  }),
  z.strictObject({ op: z.literal('mkdir').describe('Make a directory and those above'), path }),
  z.strictObject({ op: z.literal('delete').describe('Delete'), path, recursive }),
  z
    .strictObject({
      op: z.literal('move').describe('Move or rename'),
      path: path.optional(),
      from: path.optional().describe('The same as path'),
      to: remotePath.describe('New path, in full'),
      overwrite: z.boolean().default(false).describe('Replace a file that is there'),
    })
    .refine(({ path: one, from }) => (one === undefined) !== (from === undefined), {
      path: ['path'],
      error: 'say what to move',
    })
    // One of them is there.
    .transform(({ from = '', path: one = from, ...move }) => ({ ...move, path: one })),
  z.strictObject({
    op: z.literal('chmod').describe('Set permissions'),
    path,
    mode: mode.describe('Octal'),
    recursive,
  }),
  z.strictObject({ op: z.literal('stat').describe('Look at it'), path }),
  z.strictObject({ op: z.literal('list').describe('List a directory'), path }),
]);
export type Operation = z.output<typeof operation>;

/** The paths it changes. */
export function changedBy(one: Operation): string[] {
  if (one.op === 'read' || one.op === 'stat' || one.op === 'list') return [];
  return one.op === 'move' ? [one.path, one.to] : [one.path];
}

export async function riskOf(one: Operation, paths: HostPaths): Promise<Assessment> {
  switch (one.op) {
    case 'read':
      return readRisk(one.path, paths);
    case 'write':
      return writeRisk(one.path, paths, one);
    case 'mkdir':
      return makeRisk(one.path, paths);
    case 'delete':
      return deleteRisk(one.path, one.recursive, paths);
    case 'move':
      return moveRisk({ ...one, from: one.path }, paths);
    case 'chmod':
      return chmodRisk(one, paths);
    case 'stat':
    case 'list':
      return { risk: 'SAFE', reasons: [] };
  }
}

/** For the one who is asked. */
export function inWords(one: Operation): string {
  switch (one.op) {
    case 'write':
      return `write ${one.path}${optionsInWords(one)}: ${contentInWords(one.content, one.encoding)}`;
    case 'delete':
      return `delete ${one.path}${one.recursive ? ' with everything in it' : ''}`;
    case 'move':
      return `move ${one.path} to ${one.to}${optionsInWords(one)}`;
    case 'chmod':
      return `chmod ${one.recursive ? '-R ' : ''}${one.mode.toString(8).padStart(4, '0')} ${one.path}`;
    default:
      return `${one.op} ${one.path}`;
  }
}
