import { answerQuestions } from './answer-questions.ts';
import { createAnswerer } from './knowledge/acts.ts';

answerQuestions((path, scanCode = '') => createAnswerer(path, scanCode));
