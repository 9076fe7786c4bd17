import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { writeFiles } from '../../../test/support/write-files.ts';

/** What a file depends on, each as `type name`. */
function projectOf(files: Record<string, string>) {
  const { call, root } = createTestHost();
  writeFiles(root, files);
  return async (path: string) => {
    const { dependencies, complete } = dataOf(await call('context_get_dependencies', { path })) as {
      dependencies: { type: string; name: string }[];
      complete: boolean;
    };
    return { names: dependencies.map(({ type, name }) => `${type} ${name}`), complete };
  };
}

test('paths of Rust lead to the files of the crate', async () => {
  const dependenciesOf = projectOf({
    'src/lib.rs':
      'pub mod geo;\npub use geo::area;\nuse std::fmt;\nuse serde::Serialize;\npub struct Point;\n',
    'src/geo.rs': 'mod flat;\nuse crate::Point;\npub fn area() {}\n',
    'src/geo/flat.rs': 'use crate::geo::area;\nuse super::area as other;\n',
  });
  expect(await dependenciesOf('src/lib.rs')).toEqual({
    names: ['local src/geo.rs', 'builtin std', 'external serde'],
    complete: true,
  });
  expect(await dependenciesOf('src/geo.rs')).toEqual({
    names: ['local src/geo/flat.rs', 'local src/lib.rs'],
    complete: true,
  });
  expect(await dependenciesOf('src/geo/flat.rs')).toEqual({
    names: ['local src/geo.rs'],
    complete: true,
  });
});

test('gems have their own names, missing files of PHP are said, and .NET comes with C#', async () => {
  const dependenciesOf = projectOf({
    'a.rb': "require 'json'\nrequire_relative 'b'\n",
    'b.rb': '',
    'a.php': "<?php\nrequire_once 'gone.php';\nuse Foo\\Bar;\n",
    'a.cs': 'using System.Text;\nclass A {}\n',
  });
  expect(await dependenciesOf('a.rb')).toEqual({ names: ['builtin json', 'local b.rb'], complete: true });
  expect(await dependenciesOf('a.php')).toEqual({
    names: ['unresolved gone.php', 'external Foo\\Bar'],
    complete: false,
  });
  expect(await dependenciesOf('a.cs')).toEqual({ names: ['builtin System.Text'], complete: true });
});
