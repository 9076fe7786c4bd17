import * as z from 'zod';
import { hostName, hostSpec } from '../remote-host.ts';

const positive = z.number().int().positive();

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
      'Principals beside your own local agents who may use the hosts of ssh_config, such as token:ci; * is all',
    ),
  hosts: z.record(hostName, hostSpec).default({}).describe('Hosts by name, beside those of ssh_config'),
  allowedHosts: z
    .array(z.string())
    .default(['*'])
    .describe('Names or patterns (*) of the hosts that agents may use'),
  defaultHost: z.string().default('').describe('Host that is meant where a call names none'),
  connectTimeoutMs: positive.default(10_000).describe('Time to connect and log in'),
  idleCloseMs: positive.default(900_000).describe('An unused connection is closed after this time'),
});
