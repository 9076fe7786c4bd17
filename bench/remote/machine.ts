import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configSchema } from '../../src/core/config.ts';
import { createLog } from '../../src/core/log.ts';
import { callerWith } from '../../src/host/agent.ts';
import { createHost } from '../../src/host/create-host.ts';
import { account } from '../../test/support/ssh/accounts.ts';
import { startSshd } from '../../test/support/ssh/sshd.ts';

/** An sshd, the same behind a long way, a host of ours that reaches both, and an OpenSSH master for each. */
export async function setUp(delayMs: number) {
  const sshd = await startSshd({ config: ['MaxSessions 100'] });
  const place = mkdtempSync(join(tmpdir(), 'tg-bench-'));
  const proxy = spawn(
    process.execPath,
    [join(import.meta.dirname, 'delay-proxy.ts'), String(sshd.port), String(delayMs)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [printed] = (await once(proxy.stdout, 'data')) as [Buffer];
  const far = Number(printed.toString());
  const configFile = join(place, 'ssh_config');
  writeFileSync(join(place, 'known_hosts'), `${sshd.knownHost}\n`);
  writeFileSync(
    configFile,
    `Host near far near16\n  HostName 127.0.0.1\n  User ${account().name}\n  IdentityFile ${sshd.identity}\n  IdentitiesOnly yes
  UserKnownHostsFile ${join(place, 'known_hosts')}\n  HostKeyAlias [127.0.0.1]:${sshd.port}\nHost near near16\n  Port ${sshd.port}\nHost far\n  Port ${far}\n`,
  );
  const config = configSchema.parse({
    permissionLevel: 'full_access',
    limits: { executionsPerMinute: 1e6, executionsInFlight: 64, writesPerMinute: 1e6 },
    remote: { sshConfig: configFile },
  });
  const root = join(place, 'root');
  mkdirSync(root);
  const log = createLog({ level: 'silent', format: 'json', write: () => {} });
  const host = createHost({
    config,
    dataDir: join(place, 'data'),
    log,
    env: { XDG_CONFIG_HOME: place, XDG_STATE_HOME: place },
  });
  const caller = callerWith(config, 'stdio', { cwd: root });
  const masters = ['near', 'far'].map((name) => {
    const path = join(place, `m-${name}`);
    execFileSync('ssh', ['-F', configFile, '-M', '-S', path, '-o', 'ControlPersist=yes', '-f', '-N', name], {
      // What stays in the background would keep pipes open.
      stdio: 'ignore',
    });
    return [name, path] as const;
  });
  return {
    sshd,
    place,
    root,
    configFile,
    far,
    user: account(),
    masterOf: (name: string): string => new Map(masters).get(name) ?? '',
    call: async (tool: string, args: Record<string, unknown>): Promise<Record<string, unknown>> => {
      const answer = await host.call({ tool, args, caller });
      if (answer.kind === 'result' && answer.ok) return answer.data;
      throw new Error(JSON.stringify(answer));
    },
    close: async (): Promise<void> => {
      for (const [, path] of masters)
        execFileSync('ssh', ['-S', path, '-O', 'exit', 'x'], { stdio: 'ignore' });
      await host.close();
      proxy.kill();
      await sshd.close();
      rmSync(place, { recursive: true, force: true });
    },
  };
}
