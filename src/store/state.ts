import type { DatabaseSync } from 'node:sqlite';
import { APPROVAL_MIGRATIONS } from './approvals.ts';
import { APPROVED_FILE_MIGRATIONS } from './approved-files.ts';
import { type Migrations, openSchema } from './database.ts';
import { HOLD_MIGRATIONS } from './holds.ts';
import { NATIVE_SESSION_MIGRATIONS } from './native-sessions.ts';
import { OUTBOX_MIGRATIONS } from './outbox.ts';
import { PAGE_ACCESS_MIGRATIONS } from './page-access.ts';
import { PROCESS_MIGRATIONS } from './processes.ts';
import { PROJECT_MIGRATIONS } from './projects.ts';
import { REMOTE_HOST_MIGRATIONS } from './remote-hosts.ts';
import { RULE_MIGRATIONS } from './rules.ts';
import { partsSchema } from './schema-parts.ts';
import { INSTALL_KEY_MIGRATIONS } from './secrets.ts';
import { SETTING_TIME_MIGRATIONS } from './setting-times.ts';
import { TASK_MIGRATIONS } from './tasks.ts';
import { TOKEN_MIGRATIONS } from './tokens.ts';

/** What toolgate.db holds: one line for each store, which brings its own migrations. A name stays for ever. */
const STATE_PARTS: Readonly<Record<string, Migrations>> = {
  installKeys: INSTALL_KEY_MIGRATIONS,
  tokens: TOKEN_MIGRATIONS,
  tasks: TASK_MIGRATIONS,
  approvals: APPROVAL_MIGRATIONS,
  approvedFiles: APPROVED_FILE_MIGRATIONS,
  rules: RULE_MIGRATIONS,
  holds: HOLD_MIGRATIONS,
  projects: PROJECT_MIGRATIONS,
  processes: PROCESS_MIGRATIONS,
  remoteHosts: REMOTE_HOST_MIGRATIONS,
  outbox: OUTBOX_MIGRATIONS,
  pageAccess: PAGE_ACCESS_MIGRATIONS,
  nativeSessions: NATIVE_SESSION_MIGRATIONS,
  settingTimes: SETTING_TIME_MIGRATIONS,
};

/** The parts that each version had before files said it themselves. */
const BEFORE_PARTS = [
  ['installKeys', 'tokens', 'tasks'],
  ['approvals', 'rules', 'holds'],
  ['projects', 'processes'],
];

export const STATE_SCHEMA = partsSchema(STATE_PARTS, BEFORE_PARTS);

/** Everything but the audit. */
export const openState = (path: string): DatabaseSync => openSchema(path, STATE_SCHEMA);
