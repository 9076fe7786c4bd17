import type { ProcessRecord, Relaunch, RestartPolicy } from '../../../core/process/process-record.ts';
import type { Seen } from '../../sandbox/ports/sight.ts';
import type { TestReport } from '../../test-reports/report.ts';
import type { Child } from '../child/start-child.ts';
import type { Stream } from '../process.ts';
import type { Background } from './background.ts';
import type { ReadyPattern } from './ready-pattern.ts';
import type { Again } from './start-again.ts';

export type BackgroundFacts = Pick<
  ProcessRecord,
  | 'id'
  | 'principal'
  | 'session'
  | 'client'
  | 'name'
  | 'command'
  | 'cwd'
  | 'isKept'
  | 'remoteHost'
  | 'hostOwner'
  | 'sandbox'
  | 'startedAt'
> & {
  /** It may change files of the open directories. */
  readonly mayWrite?: boolean;
};

/** What a background process is made of. */
export interface BackgroundParts {
  readonly facts: BackgroundFacts;
  /** Where its output is written down; none: it writes its own. */
  readonly logPath?: string;
  /** Called again for each restart, which may be refused. */
  readonly start: (onData: (stream: Stream, chunk: Buffer) => void, again?: Again) => Promise<Child>;
  /** Adds to what it prints, also where that is a file; default: to what is kept of it here. */
  readonly tell?: ((words: string) => Promise<void>) | undefined;
  readonly restart?: RestartPolicy | undefined;
  /** How often it was started again already, under an earlier host. */
  readonly restarts?: number;
  /** Written down, so that the next host can start it again too. */
  readonly relaunch?: Relaunch | undefined;
  /** A line that fits says that it is ready. */
  readonly readyPattern?: ReadyPattern | undefined;
  /** A line that only repeats what is run. */
  readonly isEcho?: (line: string) => boolean;
  /** What it runs with; unknown of one that an earlier host started. */
  readonly seen?: Seen | undefined;
  readonly onChange: (background: Background) => void;
  /** Before its last line is closed. */
  readonly onEnd?: () => void;
  /** Of a test run, once it has ended: what its report says. */
  readonly readReport?: (() => TestReport | undefined) | undefined;
}
