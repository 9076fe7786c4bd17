import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { SCREENS } from './screens/index.ts';
import { NotFound } from './shell/not-found.tsx';
import { ScreenError } from './shell/screen-error.tsx';
import { Shell } from './shell/shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

const front = createRoute({
  getParentRoute: () => root,
  path: '/',
  // Messages to agents' users name `/?approval=ID`.
  beforeLoad: ({ search }) => {
    const { approval } = search as { approval?: unknown };
    throw redirect({ to: approval === undefined ? '/approvals' : `/approvals/${String(approval)}` });
  },
});

const screens = SCREENS.map(({ path, rest = '', load }) =>
  createRoute({
    getParentRoute: () => root,
    path: `/${path}${rest}`,
    component: lazyRouteComponent(load),
  }),
);

export const router = createRouter({
  routeTree: root.addChildren([front, ...screens]),
  defaultPreload: 'intent',
  defaultPendingMs: 200,
  defaultErrorComponent: ScreenError,
});
