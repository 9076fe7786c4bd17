import type { ProgramRule } from '../programs/program-rule.ts';
import { ASKING, each, HELP } from './each.ts';

/** A command line whose reading words are listed; every other word changes something for other people to see. */
const platform = (
  names: string,
  lists: { readonly reads: string; readonly critical: string },
): Omit<ProgramRule, 'match' | 'notMatch'> => ({
  names,
  risk: 'LOW',
  options: `-h!SAFE -a: --app: -A: --json -d --debug --no-color -c: --config: -t:!HIGH --token:!HIGH --access-token:!HIGH --api-key:!HIGH --cwd:l --project: -P: --scope: -S: ${ASKING}`,
  subcommands: {
    ...each(lists.reads, {
      risk: 'LOW',
      network: true,
      operands: 'text',
      options: `-a: --app: -j --json -n: --num: --tail -t -s: --source: -d: --format: --no-header --output: -o: --limit: --all -A --config: -c: --project: --cwd:l --prod --environment: --env: -r: -f --follow --since: --until: -h!SAFE ${HELP}`,
    }),
    ...each(lists.critical, { risk: 'CRITICAL', network: true, operands: 'text' }),
  },
  otherwise: 'HIGH',
  network: true,
});

/** The platforms one deploys to, and services one sells through. */
export const cloudHosting: readonly ProgramRule[] = [
  {
    ...platform('heroku flyctl fly railway render vercel now netlify wrangler firebase supabase surge eas', {
      reads:
        'apps, apps:info, ps, status, logs, releases, domains, addons, pipelines, buildpacks, regions, whoami, auth:whoami, auth whoami, apps list, machine list, machines list, volumes list, ips list, releases list, list, ls, inspect, projects list, deployments list, deployment list, sites:list, functions:list, status:hooks, tail, d1 list, projects:list, apps:list, hosting:sites:list, functions list, db diff, migration list, help, version, teams list, services list, info, alias ls, domains ls, certs ls, project ls, build:list, doctor',
      critical:
        'deploy, --prod, apps:destroy, pg:reset, pg:psql, run, run:detached, ps:exec, config, config:get, config:set, login, logout, auth, auth:token, tokens, ssh, destroy, remove, rm, delete, secrets, secret, env, env:list, db reset, db push, publish, login:ci, functions:delete, firestore:delete, database:remove, hosting:disable, pg:credentials:url, d1 execute, kv key, r2 object, apps destroy, console, proxy, sites:delete, token, authorizations:create, git:remote',
    }),
    bare: 'HIGH',
    match: [
      'vercel ls',
      'heroku logs --tail -a x',
      'fly status',
      'netlify status',
      'wrangler whoami',
      'heroku ps -a x',
      'firebase projects:list',
    ],
    notMatch: [
      'vercel',
      'vercel deploy',
      'vercel --prod',
      'heroku run bash',
      'heroku config -a x',
      'fly ssh console',
      'netlify deploy --prod',
      'wrangler secret put x',
      'firebase deploy',
      'supabase db reset',
      'vercel env pull',
      'fly secrets list',
    ],
  },
  {
    ...platform('stripe twilio sentry-cli newrelic datadog-ci contentful shopify', {
      reads:
        'version, status, samples, resources, help, info, projects list, organizations list, releases list, logs tail, whoami, debug-files check, open',
      critical:
        'login, logout, config, post, delete, trigger, listen, refunds, payouts, charges, auth, deploy, theme push, theme delete, app deploy, profiles:use, releases delete',
    }),
    match: ['stripe version', 'stripe status', 'sentry-cli info', 'stripe resources'],
    notMatch: [
      'stripe login',
      'stripe post /v1/charges',
      'stripe trigger x',
      'stripe listen',
      'stripe customers create',
      'sentry-cli releases new x',
    ],
  },
];
