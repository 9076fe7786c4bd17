import type { ProgramRule } from '../programs/program-rule.ts';
import { each, SHOWS_TOKEN, type Subcommand } from './each.ts';

// Reads of a forge: it is contacted, and nothing changes there.
const READ =
  '-a: -A: -B: -c -d -e: -f: -F: -g: -h -H: -i: -j: -l: -L: -m: -n: -o: -O: -p: -P: -q: -r -R: -s: -S: -t: -u: -v -w!MEDIUM -y --all --app: --archived? --assignee: --attempt: --author: --base: --branch: --closed --color: --comments --commit: --conflict-status --created: --draft? --duration: --event: --exclude-drafts --exclude-pre-releases --exit-status --extension: --fail-fast --filename: --fork --head: --hostname: --include-prs --interval: --involves: --issue --job: --jq: --json: --label: --language: --limit: --log --log-failed --match: --mention: --milestone: --mentions: --merged? --name-only --no-archived --no-assignee --order: --org: --owner: --page: --patch --per-page: --ref: --repo: --required --review: --review-requested: --search: --size: --slurp --sort: --source --stars: --state: --status: --template: --topic: --type: --updated: --user: --verbose --visibility: --watch --web!MEDIUM --workflow: --yaml --output: --opened --group: --mine --with-comments --system-logs --help';

const read: Subcommand = { risk: 'LOW', network: true, operands: 'text', options: READ };

const WRITE =
  '-a: -A: -b: -B: -c -d -D: -e -f -F:r -h -H: -i -l: -m -M: -n: -p: -r -R: -s -t: -T: -u: -w -y --add-assignee: --add-label: --add-project: --add-reviewer: --admin!CRITICAL --approve --assignee: --auto --base: --body: --body-file:r --branch: --clone --comment --commit: --confirm --delete-branch!CRITICAL --delete-last!CRITICAL --description: --disable-auto --discussion-category: --draft --dry-run --edit-last --editor --env: --failed --field: --fill --fill-first --fill-verbose --force!CRITICAL --generate-notes --gitignore: --head: --job: --jq: --json: --label: --latest? --license: --match-head-commit: --merge --message: --milestone: --name: --no-maintainer-edit --notes: --notes-file:r --notes-from-tag --org: --owner: --prerelease --private --project: --public --push --raw-field: --reason: --rebase --recover: --ref: --remote: --remove-assignee: --remove-label: --remove-milestone --remove-reviewer: --repo: --request-changes --reviewer: --source:l --squash --subject: --tag: --target: --template: --title: --type: --undo --update-branch --user: --verify-tag --visibility: --web --yes --help';

const write: Subcommand = {
  risk: 'HIGH',
  network: true,
  operands: 'text',
  options: WRITE,
  reason: 'changes something that others see',
};
// What is named here is sent away.
const upload: Subcommand = {
  ...write,
  operands: 'read',
  options: `${WRITE} --clobber!CRITICAL --filename: --desc:`,
};
const download: Subcommand = {
  risk: 'MEDIUM',
  network: true,
  operands: 'text',
  options:
    '-A: -D:w -n: -O:w -p: -R: --archive: --clobber!HIGH --dir:w --name: --output:w --pattern: --repo: --skip-existing --help',
};
const critical: Subcommand = { risk: 'CRITICAL', network: true, operands: 'text', options: '-h --help' };

const API =
  '-h -H: -i -p: -q: -t: -f:!HIGH -F:!HIGH -X:!HIGH --cache: --field:!HIGH --header: --hostname:!MEDIUM --include --input:r!HIGH --jq: --method:!HIGH --paginate --preview: --raw-field:!HIGH --silent --slurp --template: --verbose --output: --help';

const ONLY_ASKS = [{ pattern: /^(GET|HEAD)$/, risk: 'LOW', reason: 'only asks' }] as const;

/** A whole address instead of a path at the forge. */
const OTHER_HOST = {
  pattern: /^https?:\/\/(?!api\.github\.com\/|gitlab\.com\/api\/)/i,
  risk: 'HIGH',
  reason: 'asks another server than the forge',
  isNetwork: true,
} as const;

const API_CALL: Subcommand = {
  risk: 'LOW',
  network: true,
  operands: 'text',
  options: API,
  values: { '-X': ONLY_ASKS, '--method': ONLY_ASKS },
  harmlessBeside: {
    options: '-f -F --field --raw-field',
    other: '-X --method',
    value: /^(GET|HEAD)$/,
  },
  dangerousText: OTHER_HOST,
};

/** GitHub, GitLab and the like, from the command line. */
export const forges: readonly ProgramRule[] = [
  {
    names: 'gh',
    options: '-R: -h --repo: --help --version',
    subcommands: {
      ...each(
        'pr list, pr view, pr status, pr checks, pr diff, issue list, issue view, issue status, run list, run view, run watch, release list, release view, repo list, repo view, workflow list, workflow view, label list, gist list, gist view, search code, search commits, search issues, search prs, search repos, status, org list, project list, project view, project item-list, project field-list, cache list, ruleset list, ruleset view, ruleset check, variable list, variable get, secret list, ssh-key list, gpg-key list, extension list, extension search, codespace list, codespace view, attestation verify, repo gitignore, repo license, alias list, agent-task list, agent-task view',
        read,
      ),
      'run list': { ...read, options: READ.replace('-w!MEDIUM', '-w:') },
      ...each('config get, config list, version, help, completion, licenses', {
        operands: 'text',
        options: '-h -s: --shell: --host: --help',
      }),
      'auth status': {
        risk: 'LOW',
        operands: 'text',
        options: '-a -h: -t!CRITICAL --active --hostname: --json: --jq: --show-token!CRITICAL --help',
      },
      api: API_CALL,
      'api graphql': {
        risk: 'LOW',
        network: true,
        operands: 'text',
        options:
          '-f: -F: -H: -i -q: -t: --cache: --field: --header: --hostname:!MEDIUM --include --input:r!HIGH --jq: --paginate --raw-field: --silent --slurp --template: --verbose',
        dangerousText: {
          pattern: /\bmutation\b|=@/i,
          risk: 'HIGH',
          reason: 'changes something, or sends a file',
        },
      },
      ...each('pr checkout, repo clone, repo sync, repo set-default, gist clone, codespace logs', {
        risk: 'MEDIUM',
        network: true,
        operands: 'write',
        options:
          '-b: -d -f!HIGH -R: -s: -u: -v --branch: --detach --force!HIGH --recurse-submodules --repo: --source: --upstream-remote-name: --unset --view --help',
      }),
      ...each('browse', {
        risk: 'MEDIUM',
        operands: 'text',
        options:
          '-a -b: -c -n -p -r -R: -s -w --branch: --commit? --no-browser --projects --releases --repo: --settings --wiki --help',
      }),
      ...each('run download, release download, attestation download', download),
      ...each(
        'pr create, pr edit, pr comment, pr review, pr ready, pr reopen, pr close, pr merge, pr lock, pr unlock, pr update-branch, pr revert, issue create, issue edit, issue comment, issue close, issue reopen, issue pin, issue unpin, issue lock, issue unlock, issue transfer, issue develop, run rerun, run cancel, workflow run, workflow enable, workflow disable, release create, release edit, repo create, repo edit, repo fork, repo rename, repo archive, repo unarchive, label create, label edit, label clone, gist edit, gist rename, project create, project edit, project item-add, project item-create, project item-edit, project item-archive, project field-create, project link, project unlink, project copy, project close, project mark-template, variable set, secret set, cache delete, codespace create, codespace edit, codespace stop, codespace rebuild, agent-task create',
        write,
      ),
      ...each('release upload, gist create', upload),
      ...each('repo deploy-key, repo autolink', { subcommands: { list: read }, otherwise: 'CRITICAL' }),
      ...each('ssh-key add, gpg-key add', {
        ...critical,
        operands: 'read',
        options: '-t: -w -R: --title: --type: --allow-write',
      }),
      ...each(
        'auth token, auth login, auth logout, auth refresh, auth setup-git, auth switch, config set, config clear-cache, alias set, alias import, alias delete, extension install, extension upgrade, extension exec, extension create, extension remove, codespace ssh, codespace cp, codespace code, codespace ports, codespace jupyter, codespace delete, repo delete, release delete, release delete-asset, issue delete, run delete, gist delete, label delete, project delete, project item-delete, project field-delete, variable delete, secret delete, ssh-key delete, gpg-key delete',
        critical,
      ),
    },
    match: ['gh --version', 'gh help pr', 'gh config list'],
    notMatch: [
      'gh pr list',
      'gh pr create --fill',
      'gh auth token',
      'gh api -X POST repos/a/b',
      'gh repo delete a/b',
      'gh unknown-extension',
      'gh auth status -t',
      'gh gist create .env',
    ],
  },
  {
    names: 'glab',
    options: '-R: -h --repo: --help --version',
    subcommands: {
      ...each(
        'mr list, mr view, mr diff, mr issues, issue list, issue view, ci list, ci status, ci view, ci get, ci lint, ci trace, pipeline list, pipeline status, job list, release list, release view, repo list, repo view, repo search, repo contributors, label list, snippet list, variable list, user events, schedule list, milestone list, incident list, incident view, iteration list',
        read,
      ),
      ...each('version, help, completion', { operands: 'text' }),
      'config get': { operands: 'text', dangerousText: SHOWS_TOKEN },
      'auth status': {
        risk: 'LOW',
        operands: 'text',
        options: '-a -h: -t!CRITICAL --all --hostname: --show-token!CRITICAL --help',
      },
      api: API_CALL,
      ...each('mr checkout, repo clone', {
        risk: 'MEDIUM',
        network: true,
        operands: 'write',
        options: '-b: -g: -p -a --branch: --group: --preserve-namespace --track --help',
      }),
      ...each('ci artifact, job artifact, release download', download),
      ...each(
        'mr create, mr update, mr merge, mr close, mr reopen, mr note, mr approve, mr revoke, mr rebase, mr subscribe, mr todo, mr for, issue create, issue update, issue close, issue reopen, issue note, issue subscribe, ci run, ci retry, ci cancel, ci trigger, release create, release upload, repo create, repo fork, repo transfer, repo archive, label create, snippet create, schedule create, schedule run, milestone create, variable set, variable update, incident close',
        upload,
      ),
      ...each(
        'auth login, auth logout, auth git-credential, auth docker-helper, auth configure-docker, config set, config edit, alias set, alias delete, variable get, variable export, variable delete, token create, token list, token revoke, token rotate, ssh-key add, ssh-key delete, ssh-key list, deploy-key add, deploy-key delete, repo delete, mr delete, issue delete, release delete, schedule delete, ci delete, securefile create, securefile download',
        critical,
      ),
    },
    match: ['glab --version', 'glab help'],
    notMatch: ['glab mr list', 'glab mr merge 1', 'glab variable get X', 'glab auth login'],
  },
  {
    names: 'hub tea',
    options: '-h --help --version --noop',
    subcommands: {
      ...each(
        'pr list, pr show, issue, issue show, issue labels, ci-status, release, release show, issues, issues list, pulls, pulls list, pr, repos list, releases list',
        read,
      ),
      ...each('version, help', { operands: 'text' }),
      ...each(
        'pull-request, pr create, pr merge, issue create, issue update, release create, release edit, create, fork, sync, pulls create, pulls merge, issues create, comment',
        upload,
      ),
      ...each('api, delete, release delete, alias, login, logins', critical),
    },
    otherwise: 'HIGH',
    match: ['hub --version', 'hub help'],
    notMatch: ['hub pr list', 'hub pull-request', 'hub delete x', 'hub push -f'],
  },
];
