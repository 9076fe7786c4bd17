import { ci } from './ci/index.ts';
import { conformance } from './conformance/index.ts';
import { context } from './context/index.ts';
import { filesystem } from './filesystem/index.ts';
import { gate } from './gate/index.ts';
import { git } from './git/index.ts';
import { native } from './native/index.ts';
import { processes } from './processes/index.ts';
import { projects } from './projects/index.ts';
import { rag } from './rag/index.ts';
import { remote } from './remote/index.ts';
import { shell } from './shell/index.ts';
import { web } from './web/index.ts';
import { workflows } from './workflows/index.ts';

/** All tools there are, each loaded when it is first called. */
export const tools = {
  ...ci,
  ...conformance,
  ...context,
  ...filesystem,
  ...gate,
  ...git,
  ...native,
  ...processes,
  ...projects,
  ...remote,
  ...rag,
  ...shell,
  ...workflows,
  ...web,
};
