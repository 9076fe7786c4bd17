import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { answerQuestions } from './answer-questions.ts';
import { auditTableIn } from './audit-table.ts';
import { toRows } from './pending-rows.ts';

/** It waits for whoever writes; nobody waits for it. */
const TIMEOUT_MS = 10_000;
/** So long after a burst nobody waits for the disk. */
const QUIET_MS = 200;

// Brings rows into the table; asked with lines of the file they wait in.
answerQuestions((path) => {
  // Never makes a file: one that was taken away is missed by whoever started this.
  const db = new DatabaseSync(`${pathToFileURL(path).href}?mode=rw`, {
    timeout: TIMEOUT_MS,
    defensive: true,
  });
  db.exec('PRAGMA synchronous = NORMAL');
  const table = auditTableIn(db, path);
  const decoder = new TextDecoder();
  let quiet: NodeJS.Timeout | undefined;
  return (lines: Uint8Array) => {
    table.insert(toRows(decoder.decode(lines)));
    clearTimeout(quiet);
    quiet = setTimeout(() => db.exec('PRAGMA wal_checkpoint(PASSIVE)'), QUIET_MS).unref();
  };
});
