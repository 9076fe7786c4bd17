import type { Approval } from '../core/approval/approval.ts';
import { shortened } from '../core/approval/shortened.ts';
import type { Events } from '../core/events.ts';
import type { ProcessRecord, ProcessStore } from '../core/process/process-record.ts';
import type { ProjectRecords } from '../core/project.ts';
import type { ApprovalStore } from '../store/approvals.ts';
import type { HoldStore } from '../store/holds.ts';
import type { RuleStore } from '../store/rules.ts';
import type { TaskStore } from '../store/tasks.ts';
import type { Tokens } from '../store/tokens.ts';

/** Which change of which table is which event: the row and its event are written in one transaction. */

export const approvalsTelling = (store: ApprovalStore, { write }: Events): ApprovalStore => ({
  ...store,
  insert: (question) =>
    write((emit) => {
      const asked = store.insert(question);
      const approval = shortened(asked);
      emit('approval.asked', { approval });
      emit('ai-tool-confirmation', {
        conversationId: approval.session,
        callId: question.callId,
        toolName: approval.tool,
        arguments: approval.args,
        description: descriptionOf(approval),
      });
      emit('ai-tool-state', {
        conversationId: approval.session,
        callId: question.callId,
        toolName: approval.tool,
        status: 'pending_confirmation',
        arguments: approval.args,
        timestamp: approval.createdAt,
      });
      return asked;
    }),
  // Events are told once all of it is there.
  together: (change) => store.together(() => write(change)),
  decide: (id, decision) =>
    write((emit) => {
      const isDecided = store.decide(id, decision);
      const approval = isDecided ? store.get(id) : undefined;
      if (approval) emit('approval.decided', { approval: shortened(approval) });
      return isDecided;
    }),
  expire: () =>
    write((emit) => {
      const expired = store.expire();
      for (const approvalId of expired) emit('approval.expired', { approvalId });
      return expired;
    }),
});

const descriptionOf = ({ card: { title, risk, reasons, preview } }: Approval): string =>
  [`${title} (risk ${risk})`, ...reasons, preview].join('\n');

export const rulesTelling = (store: RuleStore, { write }: Events): RuleStore => ({
  ...store,
  add: (rule) =>
    write((emit) => {
      const added = store.add(rule);
      emit('rules.changed', { ruleId: added.id, change: 'added' });
      return added;
    }),
  remove: (id) =>
    write((emit) => {
      const removed = store.remove(id);
      emit('rules.changed', { ruleId: id, change: 'removed' });
      return removed;
    }),
});

export const holdsTelling = (store: HoldStore, { write }: Events): HoldStore => ({
  ...store,
  set: (name, state, by) =>
    write((emit) => {
      store.set(name, state, by);
      emit('agent.state', { name, state, by });
    }),
});

export const tasksTelling = (store: TaskStore, { write }: Events): TaskStore => ({
  ...store,
  insert: (row) =>
    write((emit) => {
      store.insert(row);
      emit('task.changed', { taskId: row.id, tool: row.tool, status: 'working' });
    }),
  update: (id, change) =>
    write((emit) => {
      store.update(id, change);
      emit('task.changed', { taskId: id, status: change.status });
    }),
});

export const projectsTelling = (store: ProjectRecords, { write }: Events): ProjectRecords => ({
  ...store,
  save: (project) =>
    write((emit) => {
      const saved = store.save(project);
      emit('projects.changed', { projectId: saved.id, change: 'saved' });
      return saved;
    }),
  remove: (id) =>
    write((emit) => {
      store.remove(id);
      emit('projects.changed', { projectId: id, change: 'removed' });
    }),
});

export const tokensTelling = (store: Tokens, { write }: Events): Tokens => ({
  ...store,
  create: (token) =>
    write((emit) => {
      const created = store.create(token);
      emit('tokens.changed', { name: created.name, change: 'created' });
      return created;
    }),
  revoke: (nameOrId) =>
    write((emit) => {
      const revoked = store.revoke(nameOrId);
      emit('tokens.changed', { name: revoked.name, change: 'revoked' });
      return revoked;
    }),
});

/** A record is saved at every turn of a process; its beginning and its end are what others want to know. */
export function processesTelling(store: ProcessStore, { write }: Events): ProcessStore {
  const running = new Set(
    store
      .list()
      .filter(isRunning)
      .map(({ id }) => id),
  );
  return {
    ...store,
    save: (record) =>
      write((emit) => {
        store.save(record);
        const { id, name, command, principal, status, exitCode, signal } = record;
        if (isRunning(record) === running.has(id)) return;
        if (isRunning(record)) {
          running.add(id);
          emit('process.started', { processId: id, name, command, principal });
        } else {
          running.delete(id);
          emit('process.ended', { processId: id, status, exitCode, signal });
        }
      }),
  };
}

const isRunning = ({ status }: ProcessRecord): boolean => status === 'starting' || status === 'running';
