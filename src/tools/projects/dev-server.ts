/** Programs that serve or watch until they are stopped. */
const SERVERS =
  /(^|[\s&|;/])(vite(?!st)(?!\s+(build|optimize))|next\s+(dev|start)|nuxi?\s+(dev|start|preview)|astro\s+(dev|preview)|remix\s+dev|react-router\s+dev|gatsby\s+develop|ng\s+serve|react-scripts\s+start|vue-cli-service\s+serve|webpack(-dev-server|\s+serve)|parcel\s+(?!build)|nodemon|(tsx|ts-node-dev|bun)\s+(watch|--watch)|http-server|live-server|browser-sync\s+start|storybook\s+dev|wrangler\s+dev|expo\s+start|serve)(\s|$)/;

const NAMES = /^(dev|serve|watch|preview)(:|$)/;

/** A script that never ends by itself, by its name or by what it runs; "start" alone may be anything. */
export const isServer = (name: string, command: string): boolean => NAMES.test(name) || SERVERS.test(command);

/** What servers print when they can be reached. */
export const SERVER_READY =
  '(?i:https?://(localhost|127\\.0\\.0\\.1|0\\.0\\.0\\.0|\\[::1?\\])|\\b(ready|listening|compiled|watching)\\b)';
