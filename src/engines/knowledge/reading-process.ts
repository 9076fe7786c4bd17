import { answerQuestions } from '../process/apart/answer-questions.ts';
import { type DocumentRequest, makeDocument } from './make-document.ts';
import type { ReadRequest } from './read-document.ts';
import { readDocument, statFiles } from './read-document.ts';

/** What the process is asked: how files are now, what is in one, or to take a text apart. */
export type ReadingQuestion =
  | { readonly act: 'stat'; readonly paths: readonly string[] }
  | ({ readonly act: 'read' } & ReadRequest)
  | ({ readonly act: 'cut' } & DocumentRequest);

answerQuestions<ReadingQuestion>((question) => {
  if (question.act === 'stat') return statFiles(question.paths);
  return question.act === 'read' ? readDocument(question) : makeDocument(question);
});
