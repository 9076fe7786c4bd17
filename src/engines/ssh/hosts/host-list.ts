import { existsSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { HOST_NAME, type HostRecords, type HostSpec } from '../../../core/address/remote-host.ts';
import type { Config } from '../../../core/config.ts';
import { ToolError } from '../../../core/errors.ts';
import { userId } from '../../../core/process/user-id.ts';
import { nearest } from '../../../core/text/nearest.ts';
import { writeHostFile } from './host-file.ts';
import { sshConfigNames } from './ssh-config-names.ts';
import type { SshTarget } from './ssh-target.ts';

/** A host that a principal may use. */
export interface RemoteHost {
  readonly name: string;
  /** Where it is named: the user's ssh_config, Toolgate's configuration, or added by a person. */
  readonly source: 'ssh_config' | 'config' | 'added';
  /** Directory that file tools stay in; none: wherever its user may go. */
  readonly root: string | undefined;
  readonly spec: HostSpec | undefined;
  /** Who added it: their connections and passphrases are nobody else's. */
  readonly owner?: string;
}

interface HostListParts {
  readonly config: Config['remote'];
  readonly records: HostRecords;
  /** Where files for ssh may be written. */
  readonly directory: string;
}

/** ssh itself looks into the home that the system has for the user, whatever HOME says; we follow HOME. */
function ownConfig(): string | undefined {
  const file = join(homedir(), '.ssh', 'config');
  return homedir() === userInfo().homedir || !existsSync(file) ? undefined : file;
}

/** Which hosts there are, for whom, and how ssh is told of them. */
export class HostList {
  private readonly parts: HostListParts;

  constructor(parts: HostListParts) {
    this.parts = parts;
  }

  /** Ours before those of ssh_config: a name means the first that has it. */
  of(principal: string): RemoteHost[] {
    const { config } = this.parts;
    const byName = new Map<string, RemoteHost>();
    for (const host of [
      ...this.added(principal),
      ...this.configured(principal),
      ...this.ofSshConfig(principal),
    ])
      if (!byName.has(host.name)) byName.set(host.name, host);
    return [...byName.values()].filter(({ name }) =>
      config.allowedHosts.some((pattern) => matchesGlob(name, pattern)),
    );
  }

  /** The host that is meant; an empty name is the default one, or the only one. */
  find(principal: string, name: string): RemoteHost {
    const hosts = this.of(principal);
    const meant = name === '' ? this.defaultOf(hosts) : name;
    const found = hosts.find((host) => host.name === meant);
    if (found) return found;
    const names = hosts.map((host) => host.name);
    const listed = names.length === 0 ? 'No hosts are configured' : `Hosts: ${names.slice(0, 20).join(', ')}`;
    if (meant === undefined)
      throw new ToolError('VALIDATION', `Which host is meant? ${listed}`, {
        hint: 'Give host; acp_remote_list_hosts shows them.',
      });
    const guess = nearest(meant, names);
    throw new ToolError('NOT_FOUND', `Host "${meant}" is not configured. ${listed}`, {
      hint:
        guess === undefined
          ? 'A person can add it: in ~/.ssh/config, in remote.hosts, or with toolgate hosts add.'
          : `Did you mean "${guess}"?`,
    });
  }

  /** Undefined where it cannot be said. */
  nameOf(principal: string, name: string): string | undefined {
    return name === '' ? this.defaultOf(this.of(principal)) : name;
  }

  targetOf({ name, spec }: RemoteHost): SshTarget {
    const { directory, config } = this.parts;
    const sshConfig = config.sshConfig === '' ? ownConfig() : config.sshConfig;
    return { name, configFile: spec ? writeHostFile({ directory, name, spec, sshConfig }) : sshConfig };
  }

  private defaultOf(hosts: readonly RemoteHost[]): string | undefined {
    const { defaultHost } = this.parts.config;
    if (defaultHost !== '') return defaultHost;
    return hosts.length === 1 ? hosts[0]?.name : undefined;
  }

  private added(principal: string): RemoteHost[] {
    return this.parts.records
      .added()
      .filter((host) => host.principal === principal)
      .map(({ name, spec }) => ({ name, source: 'added', root: spec.root, spec, owner: principal }));
  }

  private configured(principal: string): RemoteHost[] {
    return Object.entries(this.parts.config.hosts)
      .filter(([, { users }]) => users.length === 0 || users.includes(principal))
      .map(([name, spec]) => ({ name, source: 'config', root: spec.root, spec }));
  }

  /** They are reached with the keys of the user whose host this is: others have them only if they were told so. */
  private ofSshConfig(principal: string): RemoteHost[] {
    const { sshConfig, sshConfigUsers } = this.parts.config;
    const isTheirs =
      principal === `local:${userId()}` || sshConfigUsers.includes('*') || sshConfigUsers.includes(principal);
    if (!isTheirs) return [];
    const file = sshConfig === '' ? join(homedir(), '.ssh', 'config') : sshConfig;
    // A name that only a pattern of the file covers can be used once it is allowed by name.
    const named = this.parts.config.allowedHosts.filter((name) => HOST_NAME.test(name));
    return [...sshConfigNames(file), ...named].map((name) => ({
      name,
      source: 'ssh_config',
      root: undefined,
      spec: undefined,
    }));
  }
}
