import { parentPort, workerData } from 'node:worker_threads';
import type { HtmlPage } from './convert-in-thread.ts';
import { toMarkdown } from './to-markdown.ts';

// Sound: convert-in-thread.ts starts this thread and gives it a page.
parentPort?.postMessage(toMarkdown(workerData as HtmlPage));
