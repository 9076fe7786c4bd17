import { DatabaseSync } from 'node:sqlite';
import { answerQuestions } from './answer-questions.ts';
import type { Query } from './query-worker.ts';

answerQuestions((path) => {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 2000 });
  return ({ sql, values }: Query) => db.prepare(sql).all(...values);
});
