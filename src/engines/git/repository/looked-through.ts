import { join } from 'node:path';
import { quotedSetting } from '../../../core/git/git-config.ts';
import type { ConfigEntry, ConfigFacts } from './config-scan.ts';
import type { Repository } from './repository.ts';

/** A file, and what git is to read in its place. */
export interface ShownConfig {
  readonly path: string;
  readonly text: string;
}

/**
 * The settings of a repository that were looked through, as one file that includes no other. What stands in the repository
 * may be exchanged after the look, and an included file may be another one for another process. Undefined where a value is
 * no text, and so cannot be written as it was.
 */
export function lookedThrough({ own }: ConfigFacts, { commonDir }: Repository): ShownConfig | undefined {
  const text = own.filter(isKept).map(written).join('');
  return text.includes('\ufffd') ? undefined : { path: join(commonDir, 'config'), text };
}

/** What was included is among them, and so is the configuration of a working tree. */
const isKept = ({ key }: ConfigEntry): boolean =>
  !/^(include|includeif\..*)\.path$/s.test(key) && key !== 'extensions.worktreeconfig';

function written({ key, value }: ConfigEntry): string {
  const section = key.slice(0, key.indexOf('.'));
  const name = key.slice(key.lastIndexOf('.') + 1);
  const about = key.slice(section.length + 1, -name.length - 1);
  const header = about === '' ? section : `${section} ${quotedSetting(about)}`;
  return `[${header}]\n\t${name} = ${quotedSetting(value)}\n`;
}
