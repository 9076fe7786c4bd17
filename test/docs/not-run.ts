/** Commands of other programs, by their first word. */
export const OTHERS: Readonly<Record<string, string>> = {
  claude: 'npm run test:clients starts the real Claude Code',
  codex: 'npm run test:clients starts the real Codex',
  gemini: 'npm run test:clients starts the real Gemini CLI',
  opencode: 'npm run test:clients starts the real opencode',
  npm: 'scripts of this package, which run these tests; that each is there is checked below',
};

/** Commands of ours that a test cannot run as they stand, each with the reason and the test that runs the like. */
export const NOT_RUN: Readonly<Record<string, string>> = {
  'toolgate serve --port 4667': 'a port by number may be in use; test/http/start.test.ts takes a free one',
  'toolgate chat': 'needs a model; test/terminal/chat.test.ts talks with one',
  'toolgate chat ask "which tests are slow?"': 'needs a model; test/terminal/chat.test.ts',
  'toolgate chat resume': 'needs a model; test/terminal/chat.test.ts',
  'toolgate chat models': 'needs a model; test/http/assistant.test.ts asks one for its models',
  'toolgate hosts trust build-1': 'needs a machine at that address; test/remote/people.test.ts has an sshd',
  'toolgate hosts test build-1': 'needs a machine at that address; test/remote/people.test.ts has an sshd',
  'toolgate hooks install claude-code --system': 'writes files of the system; test/hooks/install.test.ts',
  'toolgate workflows run Release \'{"tag": "next"}\'':
    'needs that workflow and publishes; test/workflows/verbs.test.ts',
  'toolgate workflows status | logs --follow | cancel EXECUTION':
    'three commands in one line, for a run; test/workflows/verbs.test.ts',
  'toolgate workflows answer EXECUTION STEP done':
    'needs a run that was cut off; test/workflows/verbs.test.ts',
};
