import { join } from 'node:path';
import { readIfSmall } from '../../files/open/regular-file.ts';

/**
 * The toolchain that the person installed as their default. Without it rustup takes the one that the project names,
 * and a project can name a directory of its own: then the project chooses what runs.
 */
export function ownToolchain(env: Readonly<Record<string, string>>): Record<string, string> {
  const { RUSTUP_TOOLCHAIN: chosen, RUSTUP_HOME: home = join(env.HOME ?? '/', '.rustup') } = env;
  return { RUSTUP_TOOLCHAIN: chosen ?? defaultIn(join(home, 'settings.toml')) ?? 'stable' };
}

const defaultIn = (settings: string): string | undefined =>
  /^default_toolchain\s*=\s*"([^"]+)"/m.exec(readIfSmall(settings, { followsLink: true }) ?? '')?.[1];
