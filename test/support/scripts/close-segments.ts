// Closes segments of a record until it is killed. Arguments: audit.db, the size of a segment.
import { DatabaseSync } from 'node:sqlite';
import { closeSegments } from '../../../src/store/audit/close-segments.ts';

const [path = '', segmentBytes = ''] = process.argv.slice(2);
const db = new DatabaseSync(path, { timeout: 10_000 });
process.stdout.write('ready\n');
closeSegments(db, path, { segmentBytes: Number(segmentBytes), segmentDays: 30, keepRows: 100 });
process.stdout.write('closed\n');
