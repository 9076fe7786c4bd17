import { createInterface } from 'node:readline/promises';
import { UsageError } from '../../core/errors.ts';
import { askSecret } from '../ask-secret.ts';
import { type HostClient, withClient } from '../host-client.ts';
import { defineAct, defineGroup } from '../line/command.ts';
import { textFlag } from '../line/flag.ts';
import { print, printJson, printLines, say, warn } from '../print.ts';
import { terminalText } from '../terminal-text.ts';

const whose = textFlag('for', {
  value: 'PRINCIPAL',
  takes: 'a principal',
  about: 'whose hosts: token:NAME, jwt:SUBJECT; default: your own agents',
});

const POLL_MS = 300;

export const hosts = defineGroup({
  name: 'hosts',
  section: 'work',
  about: 'manage remote machines that agents reach over SSH',
  more: 'Names are those of your ~/.ssh/config, of remote.hosts in the configuration, and those you add here.',
  acts: {
    list: defineAct({
      about: 'those that agents may use',
      flags: { for: whose },
      run: ({ flags }) =>
        withClient(flags, async (client) => {
          const { hosts: all } = (await client.request('admin/hosts/list', owner(flags.for))) as unknown as {
            hosts: Listed[];
          };
          if (flags.json) return printJson(all);
          if (all.length === 0)
            return say('There are no hosts; name some in ~/.ssh/config, or with toolgate hosts add.');
          return printLines(all.map(hostLine));
        }),
    }),
    test: defineAct({
      about: 'connect, and answer what ssh asks: passphrases and codes',
      words: 'NAME',
      flags: { for: whose },
      run: ({ words: [name = ''], flags }) =>
        withClient(flags, async (client) => {
          const tested = await answering(
            client,
            name,
            client.request('admin/hosts/test', { name, ...owner(flags.for) }),
          );
          if (flags.json) return printJson(tested);
          const { user, address, fingerprint, home, system, connectMs, commandMs } = tested;
          return print(
            `${name} works: ${user}@${address}, ${system}, home ${home}\nhost key ${fingerprint}\nconnected in ${connectMs} ms, a command takes ${commandMs} ms`,
          );
        }),
    }),
    trust: defineAct({
      about: 'accept the key a host shows, after you compared it',
      words: 'NAME',
      flags: {
        for: whose,
        fingerprint: textFlag('fingerprint', {
          value: 'SHA256:...',
          takes: 'a fingerprint',
          about: 'the one you know to be right; without it you are asked',
        }),
      },
      run: ({ words: [name = ''], flags }) =>
        withClient(flags, async (client) => {
          const asked = { name, ...owner(flags.for) };
          const fingerprint = flags.fingerprint ?? (await compared(client, asked));
          if (fingerprint === undefined) return print('Nothing was changed.');
          const trusted = await client.request('admin/hosts/trust', { ...asked, fingerprint });
          return flags.json
            ? printJson(trusted)
            : print(`${name} is trusted with ${fingerprint}, in ${String(trusted.file)}.`);
        }),
    }),
    forget: defineAct({
      about: 'forget its keys, and that it was used or added',
      words: 'NAME',
      flags: { for: whose },
      run: ({ words: [name = ''], flags }) =>
        withClient(flags, async (client) => {
          const forgotten = await client.request('admin/hosts/forget', { name, ...owner(flags.for) });
          if (flags.json) return printJson(forgotten);
          const keys = forgotten.keys as { type: string; fingerprint: string; file: string }[];
          return print(
            [
              `Forgot ${name}; its next use asks again.`,
              ...keys.map((key) => `Removed ${key.type} ${key.fingerprint} from ${key.file}.`),
            ].join('\n'),
          );
        }),
    }),
    add: defineAct({
      about: 'add one; those in ~/.ssh/config are there already',
      words: 'NAME',
      flags: {
        for: whose,
        hostname: textFlag('hostname', {
          value: 'ADDRESS',
          takes: 'an address',
          about: 'address or DNS name',
        }),
        user: textFlag('user', { value: 'USER', takes: 'a user', about: 'user to log in as' }),
        sshPort: textFlag('ssh-port', { value: 'PORT', takes: 'a port', about: 'port of its sshd' }),
        identity: textFlag('identity', { value: 'FILE', takes: 'a file', about: 'private key to use' }),
        jump: textFlag('jump', { value: 'HOST', takes: 'a host', about: 'host to go through' }),
        rootThere: textFlag('root-there', {
          value: 'DIR',
          takes: 'a directory',
          about: 'directory that file tools stay in',
        }),
      },
      run: ({ words: [name = ''], flags }) =>
        withClient(flags, async (client) => {
          const { hostname, user, sshPort, identity, jump, rootThere } = flags;
          const spec = {
            ...(hostname !== undefined && { hostname }),
            ...(user !== undefined && { user }),
            ...(sshPort !== undefined && { port: portOf(sshPort) }),
            ...(identity !== undefined && { identityFile: identity }),
            ...(jump !== undefined && { proxyJump: jump }),
            ...(rootThere !== undefined && { root: rootThere }),
          };
          const added = await client.request('admin/hosts/add', { name, spec, ...owner(flags.for) });
          return flags.json
            ? printJson(added)
            : say(`Added ${name} for ${String(added.principal)}; toolgate hosts test ${name} tries it.`);
        }),
    }),
  },
});

interface Listed {
  readonly name: string;
  readonly user: string;
  readonly address: string;
  readonly knownKeys: readonly string[];
  readonly isConnected: boolean;
  readonly lastUsedAt?: string;
  readonly problem?: string;
}

const owner = (principal: string | undefined): Record<string, string> =>
  principal === undefined ? {} : { principal };

function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535) return Number(text);
  throw new UsageError(`--ssh-port takes a number from 1 to 65535, not "${text}".`);
}

const hostLine = ({ name, user, address, knownKeys, isConnected, lastUsedAt, problem }: Listed): string =>
  [
    name.padEnd(20),
    problem ?? `${user}@${address}`,
    problem === undefined && knownKeys.length === 0
      ? `not trusted yet: toolgate hosts trust ${name}`
      : knownKeys.join(', '),
    ...(isConnected ? ['connected'] : []),
    lastUsedAt === undefined ? 'never used' : `used ${lastUsedAt}`,
  ].join('  ');

/** Shows both keys and asks; undefined where the person says no. */
async function compared(client: HostClient, asked: Record<string, string>): Promise<string | undefined> {
  const shown = await client.request('admin/hosts/key', asked);
  const known = shown.known as { type: string; fingerprint: string; file: string }[];
  warn(
    `${asked.name} shows  ${String(shown.type)} ${String(shown.fingerprint)}\n${
      known
        .map(({ type, fingerprint, file }) => `known so far  ${type} ${fingerprint} (${file})\n`)
        .join('') || 'No key is known for it so far.\n'
    }Compare it on the server: ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub`,
  );
  if (!process.stdin.isTTY)
    throw new UsageError(
      `Give the fingerprint you compared: toolgate hosts trust ${asked.name} --fingerprint SHA256:...`,
    );
  const line = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await line.question('Trust it from now on? Type yes: ');
  line.close();
  return answer.trim() === 'yes' ? String(shown.fingerprint) : undefined;
}

/** Puts what ssh asks for this host to the person at the terminal, until the work is done. */
async function answering(client: HostClient, name: string, work: Promise<Record<string, unknown>>) {
  const over = new AbortController();
  const done = work.finally(() => over.abort());
  done.catch(() => {});
  const seen = new Set<string>();
  while (!over.signal.aborted) {
    const { questions } = (await client.request('admin/hosts/questions', {})) as unknown as {
      questions: { id: string; host: string; prompt: string; kind: string }[];
    };
    for (const { id, prompt, kind } of questions.filter((one) => one.host === name && !seen.has(one.id))) {
      seen.add(id);
      if (kind === 'notice') {
        warn(prompt);
        continue;
      }
      const text = await askSecret(`${terminalText(prompt.trimEnd())} `, over.signal);
      await client.request('admin/hosts/answer', { id, ...(text !== undefined && { text }) });
    }
    await Promise.race([done.catch(() => {}), new Promise((resolve) => setTimeout(resolve, POLL_MS))]);
  }
  return done;
}
