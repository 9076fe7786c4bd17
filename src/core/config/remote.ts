import * as z from 'zod';
import { HOST_NAME } from '../address/remote-host.ts';

const positive = z.number().int().positive();

export const hostName = z
  .string()
  .regex(HOST_NAME, 'a name of letters, digits, dots, dashes and underscores');

/** ssh_config takes a space inside quotes, and a quote nowhere. */
const path = z.string().regex(/^[^\p{Cc}"'\\#%]+$/u, 'a path without quotes');
const word = z.string().regex(/^[^\s"'\\#%][^\s"'\\#]*$/, 'one word without quotes');

/** A host that is named in Toolgate's own configuration, or was added by a person. */
export const hostSpec = z.strictObject({
  hostname: word.optional().describe('Address or DNS name; default: the name itself'),
  user: word.optional().describe('User to log in as'),
  port: z.number().int().min(1).max(65_535).optional().describe('Port of its sshd'),
  identityFile: path.optional().describe('Private key to use'),
  proxyJump: word.optional().describe('Host, or several with commas, to go through'),
  root: z.string().startsWith('/').optional().describe('Directory that file tools stay in'),
  users: z
    .array(z.string())
    .default([])
    .describe('Principals who may use it, such as local:1000, token:ci or jwt:alice; empty: all'),
});

/** Machines that are reached over SSH. */
export const remote = z.strictObject({
  sshConfig: z
    .string()
    .default('')
    .describe('Another ssh_config file than your own, as with ssh -F')
    .meta({ env: 'TOOLGATE_SSH_CONFIG' }),
  sshConfigUsers: z
    .array(z.string())
    .default([])
    .describe(
      'Principals, besides your own local agents, that may use the hosts of ssh_config, such as token:ci; * is all',
    ),
  hosts: z
    .record(hostName, hostSpec)
    .default({})
    .describe('Hosts by name, in addition to those of ssh_config'),
  allowedHosts: z
    .array(z.string())
    .default(['*'])
    .describe('Names or patterns (*) of the hosts that agents may use'),
  defaultHost: z.string().default('').describe('Host that is meant where a call names none'),
  connectTimeoutMs: positive.default(10_000).describe('Time to connect and log in'),
  idleCloseMs: positive.default(900_000).describe('An unused connection is closed after this time'),
});
