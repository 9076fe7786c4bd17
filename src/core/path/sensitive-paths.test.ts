import { expect, test } from 'vitest';
import { isBuildFile, isConfigFile, isProtected, isSecretFile, isSecretPlace } from './sensitive-paths.ts';

test('a file is secret by its name, in any spelling', () => {
  const secret = [
    ...['.env', '.ENV', '.env.local', '.env.production.local', 'app.env', '.envrc', '.netrc', '_netrc'],
    ...['.npmrc', '.git-credentials', '.my.cnf', 'credentials', 'credentials.json', 'Credentials.YAML'],
    ...['secret', 'secrets.toml', 'service-account.json', 'service_account-prod.json', 'server.pem', 'a.key'],
    ...['id_rsa', 'id_ed25519', 'id_ed25519_sk', 'deploy_rsa', 'shadow', 'shadow-', 'sudoers', 'master.key'],
    ...['terraform.tfstate', 'terraform.tfstate.backup', 'prod.tfvars', 'kubeconfig', 'wallet.dat'],
    ...['password', 'passwords.csv', '.bash_history', '.node_repl_history', '.mysql_history'],
  ];
  expect(secret.filter((name) => !isSecretFile(`/project/${name}`))).toEqual([]);
});

test('samples, public keys and ordinary names are not secret', () => {
  const ordinary = [
    ...['.env.example', '.env.sample', '.env.local.template', '.env.dist', '.env.defaults', '.environment'],
    ...['id_rsa.pub', 'env', 'env.ts', 'credentials.ts', 'secrets.md', 'secretary.json', 'accounts.json'],
    ...['keyboard.ts', 'my.cnf', 'netrc', 'passwords.ts', 'terraform.tf', 'bash_history', 'monkey'],
  ];
  expect(ordinary.filter((name) => isSecretFile(`/project/${name}`))).toEqual([]);
});

test('a place is secret by where it is', () => {
  const places = [
    '/home/u/.ssh',
    '/home/u/.config/gh/hosts.yml',
    '/srv/deploy/.aws/config',
    '/proc/1/environ',
  ];
  expect(places.filter((path) => !isSecretPlace(path, '/home/u'))).toEqual([]);
  const others = ['/home/u/.ssh/id_rsa.pub', '/home/u/.config/other', '/srv/.config/gh/x', '/proc/cpuinfo'];
  expect(others.filter((path) => isSecretPlace(path, '/home/u'))).toEqual([]);
});

test('a file that decides what runs is protected in every spelling', () => {
  const spellings = [
    ...[
      '.git/hooks/pre-commit',
      '.GIT/config',
      '.git./hooks/x',
      '.git /hooks/x',
      'git~1/config',
      '.git/HEAD',
    ],
    ...['.ｇit/hooks/x', '.MCP.json', '.mcp.json::$DATA', '.mcp.json. .', 'sub/.git/config', '.baſhrc'],
    ...['.git/hooks/a\nb', '.claude/commands/a\rb.md'],
  ];
  expect(spellings.filter((path) => !isProtected(`/project/${path}`))).toEqual([]);
  const others = [
    '.gitignore',
    '.github/CODEOWNERS',
    'git/config',
    'a.git.ts',
    'src/.gitkeep',
    'a..b/c',
    '../x',
  ];
  expect(others.filter((path) => isProtected(`/project/${path}`))).toEqual([]);
});

test('a configuration file is known by its name', () => {
  const config = [
    ...[
      'package.json',
      'tsconfig.build.json',
      'Dockerfile',
      'vite.config.ts',
      '.eslintrc.json',
      '.prettierrc',
    ],
    ...[
      'pyproject.toml',
      'setup.cfg',
      'nginx.conf',
      'application.properties',
      'docker-compose.yml',
      'config.json',
    ],
    ...[
      'appsettings.Development.json',
      '.editorconfig',
      '.gitignore',
      'settings.xml',
      '.github/workflows/ci.yml',
    ],
  ];
  expect(config.filter((name) => !isConfigFile(`/project/${name}`))).toEqual([]);
  const source = [
    'a.ts',
    'config.ts',
    'README.md',
    'data.json',
    'main.rs',
    'settings/page.tsx',
    'rc.go',
    'notes.txt',
  ];
  expect(source.filter((name) => isConfigFile(`/project/${name}`))).toEqual([]);
});

test('settings of agents and editors are known by their shape, and what picks a toolchain is a build file', () => {
  const settings = [
    ...[
      '.amp/settings.json',
      '.helix/languages.toml',
      '.zed/settings.json',
      'app.code-workspace',
      '.roo/mcp.json',
      '.kiro/settings/mcp.json',
    ],
    ...['.some-agent/mcp_config.json', '.continue/config.yaml', 'crush.json', '.dir-locals.el', '.nvim.lua'],
  ];
  expect(settings.filter((path) => !isProtected(`/project/${path}`))).toEqual([]);
  const ordinary = [
    'src/mcp.json',
    'docs/zed/settings.json',
    'factory/settings.json',
    '.conductor/city/src/a.ts',
    'mcp.ts',
    'workspace.json',
    '.storybook/main.ts',
  ];
  expect(ordinary.filter((path) => isProtected(`/project/${path}`))).toEqual([]);
  const build = [
    '.tool-versions',
    'rust-toolchain.toml',
    'mise.toml',
    '.mvn/jvm.config',
    'eslint.config.js',
    'Rakefile',
  ];
  expect(build.filter((path) => !isBuildFile(`/project/${path}`))).toEqual([]);
});

test('what sets up a development container is asked about like a build file', () => {
  expect(isBuildFile('/r/.devcontainer/post-create.sh')).toBe(true);
  expect(isBuildFile('/r/.devcontainer.json')).toBe(true);
  expect(isBuildFile('/r/devcontainer/post-create.sh')).toBe(false);
});
