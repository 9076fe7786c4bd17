import { hasCLibrary, systemFacts } from '../../host/system-facts.ts';
import { findOnPath } from './find-on-path.ts';
import { type Finding, fine, missing, wrong } from './finding.ts';

const GET: Readonly<Record<string, string>> = {
  git: 'install git: the git tools need it',
  ssh: 'install the OpenSSH client: the remote tools need it',
  bwrap: 'install bubblewrap: commands then run in a sandbox',
  bash: 'install bash: the shell tools need it',
};

const BROWSERS = [
  'xdg-open',
  'firefox',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'brave-browser',
];

/** What tools start, and where children are locked in. */
export async function checkPrograms(): Promise<Finding[]> {
  const { tools, sandbox } = await systemFacts();
  const programs = Object.entries(tools).flatMap(([name, version]): Finding[] => {
    if (version !== null) return [fine(`${name}: ${version}`)];
    const next = GET[name];
    return next === undefined ? [] : [missing(name, next)];
  });
  return [
    ...programs,
    ...checkSandbox(sandbox, tools.bwrap !== null),
    ...(await checkLibrary()),
    checkBrowser(),
  ];
}

async function checkLibrary(): Promise<Finding[]> {
  if (process.platform !== 'linux') return [];
  if (await hasCLibrary()) return [fine('koffi: programs start without a copy of the host')];
  return [
    missing(
      'koffi',
      'install Toolgate with its optional packages: programs start faster then, and can open /dev/stderr by name',
    ),
  ];
}

function checkSandbox(sandbox: 'bwrap' | 'sandbox-exec' | 'none', isInstalled: boolean): Finding[] {
  if (sandbox === 'sandbox-exec')
    return [fine('sandbox: the one of macOS works, though less is known of it than of bubblewrap')];
  if (sandbox === 'bwrap') return [fine('sandbox: bubblewrap works')];
  if (!isInstalled) return [];
  return [
    wrong(
      'sandbox: bubblewrap is installed and cannot make one',
      'allow user namespaces (sysctl kernel.unprivileged_userns_clone, kernel.apparmor_restrict_unprivileged_userns)',
    ),
  ];
}

/** The page is for a browser; on a server without one it is reached through a tunnel. */
function checkBrowser(): Finding {
  const found = process.platform === 'linux' ? BROWSERS.find((name) => findOnPath(name)) : 'of the system';
  if (found !== undefined) return fine(`browser: ${found}`);
  return missing(
    'browser: none was found here',
    'open the page from your own machine (ssh -L 4666:127.0.0.1:4666 HOST), or answer with toolgate approvals --watch',
  );
}
