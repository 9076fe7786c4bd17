import * as z from 'zod';
import { originOf } from './address/url-policy.ts';
import { MODES } from './call/caller.ts';
import { assistant } from './config/assistant.ts';
import { hooks } from './config/hooks.ts';
import { knowledge } from './config/knowledge.ts';
import { remote } from './config/remote.ts';
import { telemetry } from './config/telemetry.ts';
import { web } from './config/web.ts';
import { LOG_LEVELS } from './log.ts';
import { DEFAULT_PACKS, PACK_NAMES, packsMeant } from './tool/packs.ts';

const positive = z.number().int().positive();
const messageSize = z.number().int().min(0).default(0);

const limits = z.strictObject({
  readsInFlight: positive.default(64).describe('Reads that run at the same time, per agent'),
  writesPerMinute: positive.default(60).describe('Writing calls per minute, per agent'),
  executionsPerMinute: positive.default(60).describe('Calls that start programs, per minute and agent'),
  executionsInFlight: positive.default(8).describe('Calls that start programs at the same time, per agent'),
  recordMegabytesPerHour: positive
    .default(256)
    .describe(
      'What the calls of an agent may add to the record in an hour; more are refused, and counted in one row a second',
    ),
  processes: positive.default(20).describe('Background processes at the same time, per agent'),
  externalPerMinute: positive.default(60).describe('Calls to outside services per minute and agent'),
  lineBytes: messageSize.describe('Longest MCP message on stdio; 0: as much as the largest write needs'),
  bodyBytes: messageSize.describe('Largest HTTP request body; 0: as much as the largest write needs'),
  headerBytes: positive.default(16_384).describe('Largest HTTP request head'),
  connections: positive.default(256).describe('HTTP connections at the same time'),
  requestMs: positive.default(60_000).describe('Time an HTTP client has to send its request'),
  sessions: positive
    .default(256)
    .describe(
      'HTTP sessions of clients from before 2026-07-28; beyond it, who holds most loses their oldest',
    ),
});

const oauth = z.strictObject({
  issuer: z.string().default('').describe('Issuer of the JWTs to accept; empty switches OAuth off'),
  audience: z.string().default('').describe('Audience the JWTs must carry: the address of /mcp'),
  jwksUrl: z.string().default('').describe('Where the keys are; default: <issuer>/.well-known/jwks.json'),
  algorithms: z
    .array(z.enum(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']))
    .default(['RS256', 'ES256', 'EdDSA'])
    .describe('Signature algorithms to accept'),
});

const shell = z.strictObject({
  allowedCommands: z
    .array(z.string())
    .default([])
    .describe('If set, programs that may run; any other is refused'),
  restrictedPaths: z
    .array(z.string())
    .default(['/etc', '/sys', '/root', '/boot'])
    .describe(
      'Places that commands reach only with an approval. In `/etc` and `/sys`, what most programs look up may be read all the same: `/etc/hosts`, `/etc/os-release`, `/etc/resolv.conf`, `/etc/ssl/certs`, `/sys/class` and the like; list such a path itself to be asked about it, too',
    ),
  maxTimeoutMs: positive
    .default(60_000)
    .describe('Longest time a command may ask for; longer work is started in the background'),
});

const sandbox = z
  .enum(['auto', 'required', 'off'])
  .default('auto')
  .describe('auto: children run in bubblewrap where it works; required: they run nowhere else');

const approvals = z.strictObject({
  clientMaxRisk: z
    .enum(['LOW', 'MEDIUM', 'HIGH'])
    .default('MEDIUM')
    .describe('Highest risk that an answer inside the client settles; a client can answer without a person'),
  waitMs: z
    .number()
    .int()
    .min(0)
    .default(20_000)
    .describe('How long a call waits for a person before it answers APPROVAL_PENDING'),
  ttlMs: positive.default(900_000).describe('How long a question stays open; then it is denied'),
  maxPending: positive.default(20).describe('Open questions per agent'),
});

// Compared letter by letter with what a URL really has: another spelling would never match.
const origin = z.string().superRefine((text, ctx) => {
  const written = originOf(text);
  if (written !== text)
    ctx.addIssue({
      code: 'custom',
      message:
        written === undefined
          ? `"${text}" is not an origin; write it as scheme://host:port, such as http://localhost:3000`
          : `"${text}" must be written as ${written}`,
    });
});

const egress = z.strictObject({
  allowedOrigins: z
    .array(origin)
    .default([])
    .describe('Origins that may be contacted though they are not public, as scheme://host:port'),
});

const code = z.strictObject({
  languageServers: z
    .enum(['auto', 'off'])
    .default('auto')
    .describe('auto: language servers answer what syntax and imports cannot; off: none is started'),
  languageServerMemoryMb: positive
    .default(4096)
    .describe('Memory of one language server; beyond it, it is ended'),
  languageServerIdleMs: positive.default(600_000).describe('An unused language server ends after this time'),
});

const autoApprove = z.strictObject({
  enabled: z.boolean().default(false).describe('Approve the tools below without asking, up to MEDIUM'),
  tools: z.array(z.string()).default([]).describe('Names of those tools'),
});

const audit = z.strictObject({
  signAnchors: z
    .boolean()
    .default(true)
    .describe('Sign how far the record has come, with a key outside the data directory'),
  segmentBytes: z
    .number()
    .int()
    .min(1_048_576)
    .default(67_108_864)
    .describe('Size of the record at which older entries are compressed into a segment'),
  segmentDays: positive.default(30).describe('Age at which entries are compressed into a segment'),
  keepDays: z
    .number()
    .int()
    .min(0)
    .default(0)
    .describe('How long segments are kept; 0 keeps them for ever. The record notes what was removed'),
});

const workflows = z.strictObject({
  runsInFlight: positive
    .default(8)
    .describe('Runs that work at the same time, per agent; others wait in line'),
  stepsInFlight: positive.default(8).describe('Steps of all runs that work at the same time, per agent'),
  keepRuns: positive.default(1000).describe('Runs that are kept in the history'),
  keepDays: positive.default(30).describe('How long they are kept at most'),
});

/** The file format, the types, the defaults, the docs table and the JSON Schema for editors. */
export const configSchema = z.strictObject({
  dataDir: z.string().default('').describe('Where Toolgate keeps its data; empty means ~/.toolgate'),
  roots: z.array(z.string()).default([]).describe('Directories that are open to tools'),
  permissionLevel: z.enum(MODES).default('execute_with_confirm').describe('What runs unasked: the mode'),
  toolPermissions: z
    .record(z.string(), z.enum(['allowed', 'confirm', 'blocked']))
    .default({})
    .describe('Per tool: allowed, confirm or blocked'),
  autoApprove: autoApprove.prefault({}),
  audit: audit.prefault({}),
  approvals: approvals.prefault({}),
  shell: shell.prefault({}),
  sandbox,
  egress: egress.prefault({}),
  remote: remote.prefault({}),
  workflows: workflows.prefault({}),
  code: code.prefault({}),
  web: web.prefault({}),
  knowledge: knowledge.prefault({}),
  hooks: hooks.prefault({}),
  assistant: assistant.prefault({}),
  packs: z
    .array(z.enum(PACK_NAMES))
    .overwrite(packsMeant)
    .default([...DEFAULT_PACKS])
    .describe(
      'Packs of tools to offer; compat lists the older names of tools too, and alone adds them to the default packs',
    ),
  // No name in the environment: what starts an agent for a project may come with the project.
  toolModules: z.array(z.string()).default([]).meta({
    env: '',
    description:
      'Files with tools of your own, from the directory of this file; they run as part of the host',
  }),
  clientAnswers: z
    .record(z.string(), z.enum(['text', 'structured']))
    .default({})
    .describe(
      'By name of the client, * for all: text leaves out structured content where an answer is a text or the data is longer than outputBudgetBytes; structured always sends it',
    ),
  profile: z
    .enum(['full', 'core', 'lean'])
    .default('full')
    .describe(
      'core: at most 40 tools, for clients with small limits. lean: a dozen tools, and two that find and call all others',
    ),
  maxWriteBytes: positive.default(10_485_760).describe('Largest file that is written or edited'),
  trashDays: positive.default(30).describe('How long deleted files can be restored'),
  outputBudgetBytes: positive.default(46_080).describe('Text a single answer may hold'),
  idleExitMs: positive.default(1_800_000).describe('A background host leaves after this time without work'),
  host: z.string().default('127.0.0.1').describe('Address that serve binds'),
  port: z
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(4666)
    .describe('Port that serve binds; 0 picks a free one'),
  auth: z
    .enum(['token', 'none'])
    .default('token')
    .describe('none: no token needed, on a loopback address only'),
  allowedHosts: z
    .array(z.string())
    .default([])
    .describe('Host names that requests may use, besides localhost'),
  allowedOrigins: z
    .array(z.string())
    .default([])
    .describe('Web origins that may call, as scheme://host:port'),
  oauth: oauth.prefault({}),
  limits: limits.prefault({}),
  telemetry: telemetry.prefault({}),
  updateRegistry: z
    .string()
    .refine((text) => text === '' || /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be an address')
    .default('')
    .describe('Address of the npm registry that serve asks for a newer Toolgate; empty asks nobody'),
  logLevel: z.enum(LOG_LEVELS).default('info').describe('What is logged to stderr'),
  logFormat: z.enum(['json', 'pretty']).default('pretty').describe('How it is written'),
});

export type Config = z.output<typeof configSchema>;
