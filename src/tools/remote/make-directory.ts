import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { changesOn, host, hostPreview, mode, onHost, remotePath } from './fields.ts';
import { optionsInWords } from './in-words.ts';
import { makeRisk, pathsOn } from './path-risk.ts';

export const makeDirectory = defineTool({
  name: 'acp_remote_make_directory',
  pack: 'remote',
  title: 'Make a remote directory',
  description: 'Make a directory on a remote machine; one that exists is fine.',
  input: z.strictObject({
    host,
    path: remotePath.describe('Directory; ~ is the home'),
    parents: z.boolean().default(true).describe('Make missing ones above it'),
    mode: mode.optional().describe('Permissions, octal'),
  }),
  output: z.strictObject({
    path: z.string().describe('Absolute path'),
    created: z.boolean().describe('It did not exist before'),
  }),
  effects: ['write'],
  risk: ({ host: name, path, mode: bits }, judge) =>
    onHost(judge, name, makeRisk(path, pathsOn(name, judge), bits)),
  alwaysChanges: true,
  touches: ({ host: name, path }) => [changesOn(name, path)],
  preview: async ({ host: name, path, mode: bits }, ctx) =>
    hostPreview(`Make the directory ${path}${optionsInWords({ mode: bits })}`, name, ctx),
  run: (ctx, { host: name, path, ...options }) => ctx.remote.makeDirectory(name, path, options),
  toText: ({ path, created }) => (created ? `Made ${path}` : `${path} was there already`),
});
