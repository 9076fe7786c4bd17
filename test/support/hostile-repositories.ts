import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRepository, type TestRepository } from './repository.ts';

/** A way in which a repository makes git run a program. */
export interface Vector {
  readonly name: string;
  arm(repository: TestRepository, program: string): void;
  /** Plain git runs the program with these arguments; the vector is real. */
  readonly proof?: readonly string[];
}

const script = (path: string, text: string): void => {
  writeFileSync(path, text);
  chmodSync(path, 0o755);
};

// As a transport it has nothing to say; as a filter it passes on what it gets.
const BEHAVIOUR = `case "$*" in *host.invalid*) exit 1;; esac\nif [ -f "$1" ]; then cat "$1"; else cat; fi`;

/** Leaves a mark where it can, however it is called. */
export function writeProgram(root: string, marker: string): string {
  const program = join(root, 'program.sh');
  script(program, `#!/bin/sh\necho "$0 $*" >> '${marker}'\n${BEHAVIOUR}\n`);
  return program;
}

/** Two commits, one file whose content must be looked at again, one that really changed, one staged. */
export function createTarget(path: string): TestRepository {
  const repository = createRepository(path);
  repository.commit('first', { 'a.txt': 'one\n', 'b.txt': 'one\n', 'c.txt': 'one\n' });
  repository.commit('second', { 'b.txt': 'two\n' });
  repository.write('b.txt', 'three\n');
  repository.write('c.txt', 'staged\n');
  repository.git('add', 'c.txt');
  return repository;
}

/** As if somebody had saved it again: git has to read it to know. */
export const touch = ({ path }: TestRepository): void =>
  utimesSync(
    join(path, 'a.txt'),
    new Date(1_700_000_000_000),
    new Date(1_700_000_000_000 + Math.random() * 1e9),
  );

const attributes = (repository: TestRepository, text: string): void =>
  repository.write('.git/info/attributes', `${text}\n`);

const config =
  (...pairs: readonly (readonly [string, (program: string) => string])[]) =>
  (repository: TestRepository, program: string): void => {
    for (const [key, value] of pairs) repository.git('config', '--add', key, value(program));
  };

const itself = (program: string): string => program;

const withAttributes =
  (text: string, arm: Vector['arm']): Vector['arm'] =>
  (repository, program) => {
    attributes(repository, text);
    arm(repository, program);
  };

/** A blob that is not there makes git ask the promisor remote for it. */
function losesBlob(repository: TestRepository): void {
  const hash = repository.git('rev-parse', 'HEAD~1:b.txt');
  rmSync(join(repository.path, '.git/objects', hash.slice(0, 2), hash.slice(2)));
  repository.git('config', 'core.repositoryFormatVersion', '1');
  repository.git('config', 'extensions.partialClone', 'origin');
  repository.git('config', 'remote.origin.promisor', 'true');
}

function addSubmodule(repository: TestRepository, program: string): void {
  const inner = createRepository(join(repository.path, 'inner'));
  inner.commit('first', { file: 'x' });
  inner.git('config', 'core.fsmonitor', program);
  repository.git('-c', 'advice.addEmbeddedRepo=false', 'add', 'inner');
}

function signsCommit(repository: TestRepository): void {
  const text = repository.git('cat-file', 'commit', 'HEAD');
  const [head = '', ...rest] = text.split('\n\n');
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----';
  const signed = execFileSync('git', ['hash-object', '-t', 'commit', '-w', '--stdin'], {
    cwd: repository.path,
    input: `${head}\n${signature}\n\n${rest.join('\n\n')}\n`,
    encoding: 'utf8',
  }).trim();
  repository.git('update-ref', 'refs/heads/main', signed);
}

const hook =
  (directory: string, name: string): Vector['arm'] =>
  ({ path }, program) => {
    mkdirSync(join(path, directory), { recursive: true });
    script(join(path, directory, name), `#!/bin/sh\nexec '${program}' </dev/null\n`);
  };

export const VECTORS: readonly Vector[] = [
  { name: 'core.fsmonitor', arm: config(['core.fsmonitor', itself]), proof: ['status'] },
  {
    name: 'filter.clean',
    arm: withAttributes('* filter=evil', config(['filter.evil.clean', itself])),
    proof: ['status'],
  },
  {
    name: 'filter.process',
    arm: withAttributes(
      '* filter=evil',
      config(['filter.evil.process', itself], ['filter.evil.required', () => 'true']),
    ),
    proof: ['status'],
  },
  {
    name: 'a filter whose name holds "=" and dots',
    arm: withAttributes('* filter=e=v.i.l', config(['filter.e=v.i.l.clean', itself])),
    proof: ['status'],
  },
  {
    name: 'a filter named by a tracked .gitattributes',
    arm: (repository, program) => {
      repository.write('.gitattributes', '*.txt filter=Evil diff=Evil\n');
      config(['filter.Evil.clean', itself], ['diff.Evil.textconv', itself])(repository, program);
    },
    proof: ['diff'],
  },
  { name: 'post-index-change hook', arm: hook('.git/hooks', 'post-index-change'), proof: ['status'] },
  {
    name: 'core.hooksPath',
    arm: (repository, program) => {
      hook('evil-hooks', 'post-index-change')(repository, program);
      repository.git('config', 'core.hooksPath', 'evil-hooks');
    },
    proof: ['status'],
  },
  { name: 'diff.external', arm: config(['diff.external', itself]), proof: ['diff'] },
  {
    name: 'diff.<driver>.textconv',
    arm: withAttributes('* diff=evil', config(['diff.evil.textconv', itself])),
    proof: ['blame', 'b.txt'],
  },
  {
    name: 'diff.<driver>.command',
    arm: withAttributes('* diff=evil', config(['diff.evil.command', itself])),
    proof: ['diff'],
  },
  {
    name: 'gpg.program with log.showSignature',
    arm: (repository, program) => {
      signsCommit(repository);
      config(['log.showSignature', () => 'true'], ['gpg.program', itself])(repository, program);
    },
    proof: ['log'],
  },
  {
    name: 'include.path',
    arm: (repository, program) => {
      repository.write(
        '.git/more',
        `[core]\n\tfsmonitor = ${program}\n[filter "evil"]\n\tclean = ${program}\n`,
      );
      attributes(repository, '* filter=evil');
      repository.git('config', 'include.path', 'more');
    },
    proof: ['status'],
  },
  {
    name: 'includeIf on the branch',
    arm: (repository, program) => {
      repository.write('.git/more', `[filter "evil"]\n\tclean = ${program}\n`);
      attributes(repository, '* filter=evil');
      repository.git('config', 'includeIf.onbranch:main.path', 'more');
    },
    proof: ['status'],
  },
  {
    name: 'config.worktree',
    arm: (repository, program) => {
      attributes(repository, '* filter=evil');
      repository.git('config', 'extensions.worktreeConfig', 'true');
      repository.write('.git/config.worktree', `[filter "evil"]\n\tclean = ${program}\n`);
    },
    proof: ['status'],
  },
  {
    name: 'a partial clone over core.sshCommand',
    arm: (repository, program) => {
      losesBlob(repository);
      config(['remote.origin.url', () => 'ssh://host.invalid/x'], ['core.sshCommand', itself])(
        repository,
        program,
      );
    },
    proof: ['show', 'HEAD~1'],
  },
  {
    name: 'a partial clone over ext::',
    arm: (repository, program) => {
      losesBlob(repository);
      config(
        ['remote.origin.url', (path) => `ext::${path} host.invalid`],
        ['protocol.ext.allow', () => 'always'],
      )(repository, program);
    },
    proof: ['show', 'HEAD~1'],
  },
  { name: 'a repository inside, staged like a submodule', arm: addSubmodule, proof: ['status'] },
  {
    name: 'a registered submodule',
    arm: (repository, program) => {
      addSubmodule(repository, program);
      repository.write('.gitmodules', '[submodule "inner"]\n\tpath = inner\n\turl = ./inner\n');
    },
    proof: ['status'],
  },
  {
    name: 'diff.submodule',
    arm: (repository, program) => {
      addSubmodule(repository, program);
      repository.git('config', 'diff.submodule', 'diff');
      repository.write('inner/file', 'changed');
    },
    proof: ['diff'],
  },
  {
    name: 'core.pager',
    arm: config(['core.pager', itself], ['pager.log', itself], ['pager.status', itself]),
  },
  {
    name: 'editors, askpass, credentials, proxies, merge drivers, aliases',
    arm: withAttributes(
      '* merge=evil',
      config(
        ['core.editor', itself],
        ['sequence.editor', itself],
        ['core.askPass', itself],
        ['credential.helper', itself],
        ['core.gitProxy', itself],
        ['merge.evil.driver', itself],
        ['alias.status', (program) => `!${program}`],
        ['alias.diff', (program) => `!${program}`],
        ['uploadpack.packObjectsHook', itself],
        ['core.alternateRefsCommand', itself],
        ['submodule.x.update', (program) => `!${program}`],
        ['interactive.diffFilter', itself],
        ['trailer.x.command', itself],
      ),
    ),
  },
];
