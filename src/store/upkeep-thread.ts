import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { answerQuestions } from './answer-questions.ts';
import { checkpoint, closeSegments } from './audit/close-segments.ts';
import type { UpkeepTask } from './audit/upkeep.ts';

/** It waits for writers; nobody waits for it. */
const TIMEOUT_MS = 10_000;

answerQuestions((path) => {
  // Never makes a file: one that was taken away is missed by the host.
  const db = new DatabaseSync(`${pathToFileURL(path).href}?mode=rw`, {
    timeout: TIMEOUT_MS,
    defensive: true,
  });
  db.exec('PRAGMA synchronous = NORMAL');
  return (task: UpkeepTask) =>
    task.kind === 'checkpoint' ? checkpoint(db) : void closeSegments(db, path, task.limits);
});
