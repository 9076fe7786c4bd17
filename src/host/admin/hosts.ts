import * as z from 'zod';
import { hostName, hostSpec } from '../../core/config/remote.ts';
import { type Actor, defineAct } from './act.ts';

const whose = {
  principal: z.string().min(1).optional().describe('Whose hosts, such as jwt:alice; default: your own'),
};
const name = z.string().min(1).max(100);

const ownerOf = ({ principal }: { principal?: string | undefined }, { caller }: Actor): string =>
  principal ?? caller.principal;

const knownKey = z.object({ type: z.string(), fingerprint: z.string(), file: z.string() });
const shownKey = z.object({
  type: z.string(),
  fingerprint: z.string(),
  known: z.array(knownKey),
  file: z.string(),
});

export const listHosts = defineAct({
  name: 'hosts/list',
  about: 'Remote hosts that agents may use, with the keys that are known for them',
  scope: 'admin',
  isRead: true,
  input: z.strictObject(whose),
  output: z.object({
    hosts: z.array(
      z.object({
        name: z.string(),
        source: z.enum(['ssh_config', 'config', 'added']),
        root: z.string().exactOptional(),
        user: z.string(),
        address: z.string(),
        knownKeys: z.array(z.string()),
        isConnected: z.boolean(),
        lastUsedAt: z.string().exactOptional(),
        problem: z.string().exactOptional(),
      }),
    ),
  }),
  run: async (host, input, actor) => ({
    hosts: await (await host.remoteHosts()).list(ownerOf(input, actor)),
  }),
});

export const testHost = defineAct({
  name: 'hosts/test',
  about: 'Connect to a host and run nothing on it',
  scope: 'admin',
  isRecorded: false,
  input: z.strictObject({ name, ...whose }),
  output: z.object({
    name: z.string(),
    user: z.string(),
    address: z.string(),
    fingerprint: z.string(),
    home: z.string(),
    system: z.string(),
    connectMs: z.number(),
    commandMs: z.number(),
  }),
  run: async (host, input, actor) => (await host.remoteHosts()).test(ownerOf(input, actor), input.name),
});

export const showHostKey = defineAct({
  name: 'hosts/key',
  about: 'The key a host shows now, and those that are known for it',
  scope: 'admin',
  isRecorded: false,
  input: z.strictObject({ name, ...whose }),
  output: shownKey,
  run: async (host, input, actor) => (await host.remoteHosts()).key(ownerOf(input, actor), input.name),
});

export const trustHost = defineAct({
  name: 'hosts/trust',
  about: 'Accept the key of a host that a person has compared; an older one is no longer accepted',
  scope: 'admin',
  input: z.strictObject({ name, fingerprint: z.string().startsWith('SHA256:'), ...whose }),
  output: shownKey,
  run: async (host, input, actor) =>
    (await host.remoteHosts()).trust(ownerOf(input, actor), input.name, input.fingerprint),
});

export const forgetHost = defineAct({
  name: 'hosts/forget',
  about: 'Forget the keys of a host and that it was used or added; its next use asks again',
  scope: 'admin',
  input: z.strictObject({ name, ...whose }),
  output: z.object({ wasKnown: z.boolean(), keys: z.array(knownKey) }),
  run: async (host, input, actor) => (await host.remoteHosts()).forget(ownerOf(input, actor), input.name),
});

export const addHost = defineAct({
  name: 'hosts/add',
  about: 'Name a host that agents of one principal may use',
  scope: 'admin',
  input: z.strictObject({ name: hostName, spec: hostSpec.omit({ users: true }), ...whose }),
  output: z.object({ name: z.string(), principal: z.string() }),
  run: async (host, input, actor) => {
    const principal = ownerOf(input, actor);
    await (await host.remoteHosts()).add(principal, input.name, { ...input.spec, users: [] });
    return { name: input.name, principal };
  },
});

export const listHostQuestions = defineAct({
  name: 'hosts/questions',
  about: 'What ssh asks a person right now: passphrases and codes',
  scope: 'admin',
  isRead: true,
  input: z.strictObject({}),
  output: z.object({
    questions: z.array(
      z.object({
        id: z.string(),
        host: z.string(),
        prompt: z.string(),
        kind: z.enum(['passphrase', 'password', 'code', 'notice']),
        askedAt: z.string(),
      }),
    ),
  }),
  run: async (host) => ({ questions: await (await host.remoteHosts()).questions() }),
});

export const answerHostQuestion = defineAct({
  name: 'hosts/answer',
  about: 'Answer what ssh asks; the answer is kept in memory only',
  scope: 'admin',
  secrets: ['text'],
  input: z.strictObject({ id: z.string().min(1), text: z.string().max(1000).optional() }),
  output: z.object({ wasAsked: z.boolean() }),
  run: async (host, { id, text }) => ({ wasAsked: await (await host.remoteHosts()).answer(id, text) }),
});
