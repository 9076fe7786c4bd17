import { hash, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { HostRecords } from '../core/address/remote-host.ts';
import type { Config } from '../core/config.ts';
import type { Events } from '../core/events.ts';
import type { Log } from '../core/log.ts';
import type { ProcessStore } from '../core/process/process-record.ts';
import type { ProjectRecords } from '../core/project.ts';
import { findKeychain } from '../engines/secrets/keychain.ts';
import { createSecretStore, type HostSecrets } from '../engines/secrets/secret-store.ts';
import { type ApprovalStore, createApprovalStore } from '../store/approvals.ts';
import { type ApprovedFiles, createApprovedFiles } from '../store/approved-files.ts';
import type { AuditLog } from '../store/audit/audit-log.ts';
import { createAuditReader, type ThreadedReader } from '../store/audit/audit-reader.ts';
import { createSeal, type Seal } from '../store/audit/seal.ts';
import { AUDIT_MIGRATIONS } from '../store/audit/table.ts';
import { assertKnown } from '../store/database.ts';
import { durable } from '../store/durable.ts';
import { createHoldStore, type HoldStore } from '../store/holds.ts';
import { createNativeSessions, type NativeSessions } from '../store/native-sessions.ts';
import { createOutbox } from '../store/outbox.ts';
import { createPageAccess, type PageAccess } from '../store/page-access.ts';
import { createProcessStore } from '../store/processes.ts';
import { createProjectStore } from '../store/projects.ts';
import { createHostRecords } from '../store/remote-hosts.ts';
import { createRuleStore, type RuleStore } from '../store/rules.ts';
import { installKey, SEAL_KEY } from '../store/secrets.ts';
import { createSettingTimes, type SettingTimes } from '../store/setting-times.ts';
import { openState, STATE_SCHEMA } from '../store/state.ts';
import { createTaskStore, type TaskStore } from '../store/tasks.ts';
import { createTokens, type Tokens } from '../store/tokens.ts';
import { isStateLost, lostInWords, STATE_LOST } from './lost-state.ts';
import { openRecord } from './open-record.ts';
import { keyPath, ownPlaces } from './own-places.ts';
import {
  approvalsTelling,
  holdsTelling,
  processesTelling,
  projectsTelling,
  rulesTelling,
  tasksTelling,
  tokensTelling,
} from './store-events.ts';

/** Everything a host keeps on disk. */
export interface Stores {
  readonly audit: AuditLog;
  readonly auditReader: Pick<ThreadedReader, 'query'>;
  readonly tokens: Tokens;
  readonly tasks: TaskStore;
  readonly approvals: ApprovalStore;
  readonly approvedFiles: ApprovedFiles;
  readonly rules: RuleStore;
  readonly holds: HoldStore;
  readonly projects: ProjectRecords;
  readonly processes: ProcessStore;
  readonly hosts: HostRecords;
  readonly nativeSessions: NativeSessions;
  readonly settingTimes: SettingTimes;
  /** Who may use the web page. */
  readonly pageAccess: PageAccess;
  /** What happened, for who listens; written with the change it tells of. */
  readonly events: Events;
  /** What people entrusted to Toolgate, for engines that need a key. */
  readonly secrets: HostSecrets;
  /** Signs what clients carry for us between two rounds of a call. */
  readonly stateKey: Buffer;
  readonly seal: Seal;
  close(): Promise<void>;
}

interface StoresParts {
  readonly config: Config;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  readonly onLost?: (() => void) | undefined;
}

export function openStores({ config, dataDir, env, log, onLost }: StoresParts): Stores {
  const statePath = join(dataDir, 'toolgate.db');
  const auditPath = join(dataDir, 'audit.db');
  // Both are looked at before either is made or changed.
  assertKnown(statePath, STATE_SCHEMA.version);
  assertKnown(auditPath, AUDIT_MIGRATIONS.length);
  const isLost = isStateLost(statePath, auditPath);
  const state = openState(statePath);
  makePlaces(ownPlaces(dataDir, env));
  const events = createOutbox(state);
  const audit = openRecord({ path: auditPath, dataDir, env, settings: config.audit, log, onLost });
  if (isLost) tellLost(statePath, audit, log);
  const auditReader = createAuditReader(auditPath, audit.settle);
  return {
    audit,
    auditReader,
    hosts: durable(state, createHostRecords(state), ['add', 'forget']),
    pageAccess: durable(state, createPageAccess(state), ['enter', 'end']),
    nativeSessions: createNativeSessions(state),
    settingTimes: durable(state, createSettingTimes(state), ['note']),
    events,
    tokens: durable(state, tokensTelling(createTokens(state), events), ['create', 'revoke']),
    tasks: tasksTelling(createTaskStore(state), events),
    approvals: durable(state, approvalsTelling(createApprovalStore(state), events), ['decide', 'consume']),
    approvedFiles: createApprovedFiles(state),
    rules: durable(state, rulesTelling(createRuleStore(state), events), ['add', 'remove']),
    holds: durable(state, holdsTelling(createHoldStore(state), events), ['set']),
    projects: durable(state, projectsTelling(createProjectStore(state), events), ['save', 'remove']),
    processes: processesTelling(createProcessStore(state), events),
    secrets: createSecretStore({
      path: join(dataDir, 'secrets.json'),
      keyPath: keyPath(env, 'secret.key'),
      keychain: findKeychain(hash('sha256', dataDir).slice(0, 16), env),
      onFailure: (error) => log.warn('a secret cannot be used', { error }),
    }),
    stateKey: installKey(state, 'request-state'),
    seal: createSeal(installKey(state, SEAL_KEY)),
    close: async () => {
      await auditReader.close();
      audit.close();
      state.close();
    },
  };
}

/** In the log of the host, and in the record, which people look at. */
function tellLost(path: string, audit: AuditLog, log: Log): void {
  const message = lostInWords(path);
  log.warn(message);
  const body = {
    tool: STATE_LOST,
    principal: 'host',
    by: 'host',
    via: 'start',
    ok: false,
    code: 'NOT_FOUND',
  };
  audit.append('admin', randomUUID(), { ...body, message }, { durable: true });
}

/** A place that is there can be hidden from children, which could otherwise make it first. */
function makePlaces(places: readonly string[]): void {
  for (const place of places)
    try {
      mkdirSync(place, { recursive: true, mode: 0o700 });
    } catch {
      // A home that cannot be written has no use for it; a caller with a use says so.
    }
}
