// The process that turns pages into Markdown, for convert-apart.ts.
import { answerQuestions } from '../../process/apart/answer-questions.ts';
import { toMarkdown } from './to-markdown.ts';

answerQuestions(toMarkdown);
