/** What can be asked of the record. */
export interface AuditQuery {
  readonly seq?: number | undefined;
  readonly tool?: string | undefined;
  /** Only what this principal did. */
  readonly principal?: string | undefined;
  /** Principal, session or client name. */
  readonly agent?: string | undefined;
  /** The name of a client, whether it calls us or its hook tells of it. */
  readonly client?: string | undefined;
  readonly failed?: boolean | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly limit: number;
}

/**
 * A call begins and ends, or is refused; somebody is asked and decides; a person changes how this is set up; files
 * with protected names that appeared during a call got other names.
 */
export const AUDIT_KINDS = [
  'intent',
  'outcome',
  'refusal',
  'asked',
  'decision',
  'admin',
  'set_aside',
] as const;

export interface AuditFound {
  readonly seq: number;
  readonly ts: string;
  readonly kind: (typeof AUDIT_KINDS)[number];
  readonly callId: string;
  readonly body: Record<string, unknown>;
}

/** For those who have nothing to open it with. */
export function withoutSeal(found: AuditFound): AuditFound {
  const { sealed: _, ...body } = found.body;
  return { ...found, body };
}

/** The record as tools may see it; long look-ups do not hold up other calls. */
export interface AuditReader {
  query(query: AuditQuery): Promise<readonly AuditFound[]>;
}
