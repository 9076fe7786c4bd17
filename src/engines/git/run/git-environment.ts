import { dirname } from 'node:path';
import type { ConfigFacts } from '../repository/config-scan.ts';
import { type Allowed, hardenedConfig, lastValue } from '../repository/hardening.ts';
import type { Repository } from '../repository/repository.ts';

type Environment = Readonly<Record<string, string>>;

interface Purpose extends Allowed {
  readonly isChange?: boolean;
  readonly isRemote?: boolean;
  readonly hasPatterns?: boolean;
}

/** What git finds in its environment beside the clean one every child gets. */
export function gitEnvironment(repository: Repository, facts: ConfigFacts, purpose: Purpose): Environment {
  const place = repository.top ?? repository.gitDir;
  return {
    ...UNATTENDED,
    ...asVariables([...hardenedConfig(facts, purpose), { key: 'safe.directory', value: place }]),
    GIT_CEILING_DIRECTORIES: dirname(place),
    // Reading must leave the index as it is, and must not wait for a writer.
    ...(!purpose.isChange && { GIT_OPTIONAL_LOCKS: '0' }),
    // Nobody reads along: a log that flushes after every commit wakes us as often.
    ...(!purpose.hooksPath && { GIT_FLUSH: '0' }),
    // Hooks call git with patterns and transports of their own.
    ...(!purpose.hooksPath && !purpose.hasPatterns && { GIT_LITERAL_PATHSPECS: '1' }),
    ...transports(facts, purpose),
  };
}

const UNATTENDED: Environment = {
  // Messages are looked at here and there; English is what git has everywhere.
  LC_ALL: 'C.UTF-8',
  GIT_TERMINAL_PROMPT: '0',
  // Set and empty: no program is asked for a password, whatever the configuration names.
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  GIT_EDITOR: 'true',
  GIT_SEQUENCE_EDITOR: 'true',
  GIT_PROXY_COMMAND: '',
};

/** Not with -c: a name with "=" in it would be cut at the wrong place there. */
const asVariables = (config: ConfigFacts['own']): Environment => ({
  GIT_CONFIG_COUNT: String(config.length),
  ...Object.fromEntries(
    config.flatMap(({ key, value }, i) => [
      [`GIT_CONFIG_KEY_${i}`, key],
      [`GIT_CONFIG_VALUE_${i}`, value],
    ]),
  ),
});

/** A connection that is open already is used; for one of its own to stay open there is no place. */
const withoutMaster = (command: string): string =>
  /^([^\s'"]*\/)?ssh(\s|$)/.test(command) ? `${command} -o ControlMaster=no` : command;

/** A partial clone fetches what is missing while it is read, from where the repository says and how it says. */
function transports({ trusted }: ConfigFacts, { isRemote, hooksPath }: Purpose): Environment {
  if (isRemote) {
    return {
      GIT_ALLOW_PROTOCOL: 'https:http:ssh:git:file',
      GIT_SSH_COMMAND: withoutMaster(lastValue(trusted, 'core.sshcommand') ?? 'ssh -o BatchMode=yes'),
    };
  }
  // "none" is the name of no transport.
  return hooksPath ? {} : { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' };
}
