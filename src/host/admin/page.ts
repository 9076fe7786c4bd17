import * as z from 'zod';
import { pageLink } from '../../core/address/page-link.ts';
import { ToolError } from '../../core/errors.ts';
import type { PageSession } from '../../store/page-access.ts';
import { defineAct } from './act.ts';

const sessionSchema = z.object({
  id: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  lastUsedAt: z.string(),
  browser: z.string().describe('What the browser calls itself'),
}) satisfies z.ZodType<PageSession>;

export const createPageLink = defineAct({
  name: 'page/link',
  about: 'A link that opens the page in one browser, once',
  scope: 'admin',
  input: z.strictObject({}),
  output: z.object({ url: z.string() }),
  run: ({ served, pageAccess }) => {
    if (served.address === undefined)
      throw new ToolError('UNAVAILABLE', 'This host serves no page', {
        hint: 'Start one that does with: toolgate serve.',
      });
    return { url: pageLink(served.address, pageAccess.createLink()) };
  },
});

export const listPageSessions = defineAct({
  name: 'page/sessions',
  about: 'The browsers that may use the page',
  scope: 'admin',
  isRead: true,
  input: z.strictObject({}),
  output: z.object({
    sessions: z.array(sessionSchema.extend({ isThisOne: z.boolean().describe('The one that asks') })),
  }),
  run: ({ pageAccess }, _input, { caller }) => ({
    sessions: pageAccess
      .list()
      .map((session) => ({ ...session, isThisOne: caller.principal === `page:${session.id}` })),
  }),
});

export const endPageSession = defineAct({
  name: 'page/sign-out',
  about: 'Sign a browser out',
  scope: 'admin',
  input: z.strictObject({ id: z.string().min(1) }),
  output: sessionSchema,
  run: ({ pageAccess }, { id }) => {
    const ended = pageAccess.end(id);
    if (!ended) throw new ToolError('NOT_FOUND', `No browser has the session "${id}"`);
    return ended;
  },
});
