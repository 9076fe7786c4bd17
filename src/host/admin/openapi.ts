import * as z from 'zod';
import { EVENT_NAMES } from '../../core/events.ts';
import { VERSION } from '../../core/process/version.ts';
import { type Act, methodOf } from './act.ts';
import { ACTS } from './index.ts';

type Schema = Readonly<Record<string, unknown>> & {
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
};

/** Every act as OpenAPI, from the same schemas that check it. */
export function openApi(): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const act of ACTS) {
    const own = { method: methodOf(act), path: act.name };
    for (const { method, path } of [own, ...(act.routes ?? [])])
      paths[`/api/${path}`] = {
        ...paths[`/api/${path}`],
        [method.toLowerCase()]: operation(act, method, path),
      };
  }
  paths['/api/events'] = { get: EVENTS_OPERATION };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Toolgate',
      version: VERSION,
      description: 'What people do and agents cannot. Send a token with the named scope.',
    },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    paths,
  };
}

/** A stream is no act: it has no one answer. */
const EVENTS_OPERATION = {
  operationId: 'events',
  summary: 'What happens, as it happens (server-sent events); Last-Event-ID goes on where a stream broke',
  security: [{ token: ['approvals:decide'] }, { token: ['admin'] }],
  parameters: [
    {
      name: 'names',
      in: 'query',
      required: false,
      description: 'Only these, with commas between them',
      schema: { type: 'string', examples: [EVENT_NAMES.join(',')] },
    },
    { name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'string' } },
  ],
  responses: { 200: { description: 'A stream', content: { 'text/event-stream': {} } } },
};

function operation(act: Act, method: string, path: string): object {
  const { properties = {}, required = [], ...rest } = schemaOf(act.input, 'input');
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const parameter = (name: string) => ({
    name,
    in: inPath.includes(name) ? 'path' : 'query',
    required: required.includes(name),
    schema: properties[name],
  });
  const names = Object.keys(properties).filter((name) => method === 'GET' || inPath.includes(name));
  const body = Object.fromEntries(Object.entries(properties).filter(([name]) => !inPath.includes(name)));
  const needed = required.filter((name) => !inPath.includes(name));
  return {
    operationId: path === act.name ? act.name : `${method} ${path}`,
    summary: act.about,
    security: [{ token: [act.scope] }],
    ...(names.length > 0 && { parameters: names.map(parameter) }),
    ...(method === 'POST' && {
      requestBody: {
        required: true,
        content: jsonContent({ ...rest, properties: body, ...(needed.length > 0 && { required: needed }) }),
      },
    }),
    responses: {
      200: { description: 'Done', content: jsonContent(schemaOf(act.output, 'output')) },
      default: {
        description: 'Refused',
        content: jsonContent({ type: 'object', properties: { error: { type: 'string' } } }),
      },
    },
  };
}

const jsonContent = (schema: object) => ({ 'application/json': { schema } });

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io });
  return json as Schema;
}
