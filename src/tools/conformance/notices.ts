import { setTimeout as sleep } from 'node:timers/promises';
import { textContent } from '../../core/call/content.ts';
import { defineFixture, NO_ARGUMENTS } from './define-fixture.ts';

/** The suite wants its notices apart, so that they cannot arrive as one. */
const PAUSE_MS = 50;

export const toolWithLogging = defineFixture({
  name: 'test_tool_with_logging',
  description: 'Sends three log lines while it runs.',
  input: NO_ARGUMENTS,
  run: async (ctx) => {
    for (const line of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      ctx.notifyLog('info', line);
      await sleep(PAUSE_MS, undefined, { signal: ctx.signal });
    }
    return [textContent('Sent three log lines')];
  },
});

export const loggingTool = defineFixture({
  name: 'test_logging_tool',
  description: 'Sends a log line, which must not reach a client that asked for none.',
  input: NO_ARGUMENTS,
  run: (ctx) => {
    ctx.notifyLog('info', 'Nobody has to hear this');
    return [textContent('Logged')];
  },
});

export const toolWithProgress = defineFixture({
  name: 'test_tool_with_progress',
  description: 'Reports 0, 50 and 100 of 100 while it runs.',
  input: NO_ARGUMENTS,
  run: async (ctx) => {
    for (const done of [0, 50, 100]) {
      ctx.progress(done, 100);
      await sleep(PAUSE_MS, undefined, { signal: ctx.signal });
    }
    return [textContent('Reported progress three times')];
  },
});

export const reconnection = defineFixture({
  name: 'test_reconnection',
  description: 'Closes the stream before it answers; the answer waits for the client to come back.',
  input: NO_ARGUMENTS,
  run: async (ctx) => {
    ctx.dropStream();
    await sleep(2 * PAUSE_MS, undefined, { signal: ctx.signal });
    return [textContent('Answered after the stream was closed')];
  },
});

export const triggerToolChange = defineFixture({
  name: 'test_trigger_tool_change',
  description: 'Announces that the list of tools changed.',
  input: NO_ARGUMENTS,
  run: (ctx) => {
    ctx.changed('tools');
    return [textContent('Announced a change of the tools')];
  },
});

export const triggerPromptChange = defineFixture({
  name: 'test_trigger_prompt_change',
  description: 'Announces that the list of prompts changed.',
  input: NO_ARGUMENTS,
  run: (ctx) => {
    ctx.changed('prompts');
    return [textContent('Announced a change of the prompts')];
  },
});
