import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { writeFiles } from '../../../test/support/write-files.ts';

type Import = { module: string; named: string[]; line: number };
type Export = { name: string; type: string; from?: string; local?: string };
type Dependency = { type: string; name: string; version?: string; dev?: true };

function projectOf(files: Record<string, string | object>) {
  const { call, root } = createTestHost();
  writeFiles(root, files);
  return async (tool: string, args: Record<string, unknown>) => dataOf(await call(tool, args));
}

const shown = ({ type, name, version, dev }: Dependency): string =>
  `${type} ${name}${version === undefined ? '' : `@${version}`}${dev ? ' (dev)' : ''}`;

test('uses of Rust are modules with the names that are taken from them', async () => {
  const ask = projectOf({
    'src/lib.rs': [
      'use tokio::{fs, io::{self, AsyncReadExt as Read}, sync::*};',
      'use anyhow as ah;',
      'use ::serde::Serialize;',
      'use log;',
      'pub use geo::{area as surface, flat::*};',
      'extern crate libc as c;',
      'mod geo;',
      'use {std::fmt, std::io as inout};',
      '',
    ].join('\n'),
    'src/geo.rs': 'pub mod flat;\npub fn area() {}\n',
    'src/geo/flat.rs': 'pub fn side() {}\n',
    'src/main.rs': 'use crate::surface as size;\nfn main() { size(); }\n',
  });
  const { imports, exports } = (await ask('context_analyze_code', { path: 'src/lib.rs' })) as {
    imports: Import[];
    exports: Export[];
  };
  expect(imports.map(({ module, named, line }) => `${line} ${module}: ${named.join(', ')}`)).toEqual([
    '1 tokio: fs',
    '1 tokio::io: self, AsyncReadExt as Read',
    '1 tokio::sync: *',
    '2 anyhow: self as ah',
    '3 serde: Serialize',
    '4 log: ',
    '5 geo: area as surface',
    '5 geo::flat: *',
    '6 libc: self as c',
    '7 geo: ',
    '8 std: fmt, io as inout',
  ]);
  expect(exports).toEqual([
    { name: 'surface', type: 'named', from: 'geo', local: 'area' },
    { name: '*', type: 'all', from: 'geo::flat' },
  ]);
  const { dependencies, complete } = (await ask('context_get_dependencies', { path: 'src/lib.rs' })) as {
    dependencies: Dependency[];
    complete: boolean;
  };
  expect(dependencies.map(shown)).toEqual([
    'external tokio',
    'external anyhow',
    'external serde',
    'external log',
    'local src/geo.rs',
    'local src/geo/flat.rs',
    'external libc',
    'builtin std',
  ]);
  expect(complete).toBe(true);
  const defined = { definitions: [{ file: 'src/geo.rs', line: 2, column: 8, name: 'area' }] };
  expect(await ask('context_find_definition', { symbol: 'surface' })).toMatchObject(defined);
  expect(await ask('context_find_definition', { symbol: 'side', path: 'src/lib.rs' })).toMatchObject({
    definitions: [{ file: 'src/geo/flat.rs' }],
  });
});

test('references are found under the names that imports give, through what is passed on', async () => {
  const ask = projectOf({
    'src/lib.rs': 'mod geo;\npub use geo::area as surface;\n',
    'src/geo.rs': 'pub fn area() {}\n',
    'src/main.rs': 'use crate::surface as size;\nfn main() { size(); }\n',
    'src/other.rs': 'fn size() {}\nfn f() { size(); }\n',
  });
  const { references } = (await ask('context_find_references', { symbol: 'area', path: 'src/geo.rs' })) as {
    references: { file: string; line: number; column: number }[];
  };
  expect(references.map(({ file, line, column }) => `${file}:${line}:${column}`)).toEqual([
    'src/geo.rs:1:8',
    'src/lib.rs:2:14',
    'src/lib.rs:2:22',
    'src/main.rs:1:12',
    'src/main.rs:1:23',
    'src/main.rs:2:13',
  ]);
});

test('a module without its file is not found, and what a file declares itself is no package', async () => {
  const ask = projectOf({
    'src/lib.rs': [
      'mod inner;',
      'mod shapes { pub enum Color { Red } pub struct Point; }',
      'use inner::deep;',
      'use shapes::{Color, Point};',
      'use Color::*;',
      'use self::shapes::Point as P;',
      '#[path = "odd/place.rs"]',
      'mod placed;',
      '#[cfg(test)]',
      'mod tests { use super::*; use super::super::x; }',
      '',
    ].join('\n'),
    'src/odd/place.rs': 'pub fn placed() {}\n',
  });
  expect(await ask('context_get_dependencies', { path: 'src/lib.rs' })).toMatchObject({
    dependencies: [
      { type: 'unresolved', name: 'inner' },
      { type: 'local', name: 'src/odd/place.rs' },
      { type: 'unresolved', name: 'super::super' },
    ],
    complete: false,
    reason: 'Nothing was found for inner; nothing was found for super::super',
  });
});

test('packages of Rust have the version of the lock file, else that of the manifest', async () => {
  const ask = projectOf({
    'Cargo.toml':
      '[workspace]\nmembers = ["app", "core"]\n[workspace.dependencies]\nserde = { version = "1.0" }\n',
    'Cargo.lock': [
      '[[package]]\nname = "app"\nversion = "0.1.0"\ndependencies = ["rand 0.8.5", "serde", "tool-core"]\n',
      '[[package]]\nname = "rand"\nversion = "0.7.3"\nsource = "registry"\n',
      '[[package]]\nname = "rand"\nversion = "0.8.5"\nsource = "registry"\n',
      '[[package]]\nname = "serde"\nversion = "1.0.200"\nsource = "registry"\n',
    ].join('\n'),
    'app/Cargo.toml': [
      '[package]\nname = "app"\nversion = "0.1.0"\n[dependencies]',
      'serde = { workspace = true, features = ["derive"] }\nrand = "0.8"\nfast-json = { package = "serde_json", version = "1" }',
      'tool-core = { path = "../core" }\n[dev-dependencies]\nproptest = "1.4"\n',
    ].join('\n'),
    'app/src/main.rs':
      'use serde::Serialize;\nuse rand::Rng;\nuse fast_json::Value;\nuse proptest::prelude::*;\nuse tool_core::geo::area;\nuse unknown::X;\n',
    'core/Cargo.toml': '[package]\nname = "tool-core"\nversion = "0.1.0"\n',
    'core/src/lib.rs': 'pub mod geo;\n',
    'core/src/geo.rs': 'pub fn area() {}\n',
  });
  const { dependencies, ...answer } = (await ask('context_get_dependencies', {
    path: 'app/src/main.rs',
  })) as { dependencies: Dependency[] };
  expect(answer).toMatchObject({
    complete: false,
    reason: 'No manifest tells which package unknown is of',
  });
  expect(dependencies.map(shown)).toEqual([
    'external serde@1.0.200',
    'external rand@0.8.5',
    'external serde_json@1',
    'external proptest@1.4 (dev)',
    'local core/src/geo.rs',
    'external unknown',
  ]);
});

test('what Python imports under another name is found by it', async () => {
  const ask = projectOf({
    'geo.py': 'def area():\n    return 1\n',
    'use.py': 'from geo import area as size\n\nprint(size())\n',
  });
  expect(await ask('context_find_definition', { symbol: 'size', path: 'use.py' })).toMatchObject({
    definitions: [{ file: 'geo.py', line: 1, name: 'area' }],
  });
  const { references } = await ask('context_find_references', { symbol: 'area', path: 'geo.py' });
  expect(references).toEqual(
    expect.arrayContaining([expect.objectContaining({ file: 'use.py', line: 3, column: 7 })]),
  );
});
