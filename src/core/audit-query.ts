/** What can be asked of the record. */
export interface AuditQuery {
  readonly seq?: number | undefined;
  readonly tool?: string | undefined;
  /** Principal, session or client name. */
  readonly agent?: string | undefined;
  /** The name of a client, whether it calls us or its hook tells of it. */
  readonly client?: string | undefined;
  readonly failed?: boolean | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly limit: number;
}

export interface AuditFound {
  readonly seq: number;
  readonly ts: string;
  readonly kind: 'intent' | 'outcome' | 'refusal' | 'asked' | 'decision';
  readonly callId: string;
  readonly body: Record<string, unknown>;
}

/** The record as tools may see it; long look-ups do not hold up other calls. */
export interface AuditReader {
  query(query: AuditQuery): Promise<readonly AuditFound[]>;
}
