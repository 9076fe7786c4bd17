import { DatabaseSync } from 'node:sqlite';
import type { AuditQuery } from '../core/call/audit-query.ts';
import { answerQuestions } from './answer-questions.ts';
import { queryRows } from './audit/query-rows.ts';

answerQuestions((path) => {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 2000 });
  return (query: AuditQuery) => {
    // Of one moment: rows go on from the table into segments.
    db.exec('BEGIN');
    try {
      return queryRows(db, path, query);
    } finally {
      db.exec('COMMIT');
    }
  };
});
