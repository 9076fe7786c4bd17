import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { writeFiles } from '../../../test/support/write-files.ts';

const LONG = '9'.repeat(100_000);
const times = (text: string): string => text.repeat(10);
const pom = `<project><groupId>g</groupId><artifactId>a</artifactId><version>${LONG}</version><dependencies><dependency><groupId>com.ex</groupId><artifactId>lib</artifactId><version>${times(`\${project.version}`)}</version></dependency></dependencies></project>`;
const project = `<Project><PropertyGroup><V>${LONG}</V></PropertyGroup><ItemGroup><PackageReference Include="Ex.Lib" Version="${times('$(V)')}" /></ItemGroup></Project>`;
const catalog = `[libraries]\nlib = { module = "com.ex:lib", version = "${LONG}" }\n`;
const lock = { packages: [{ name: 'ex/lib', version: LONG, autoload: { 'psr-4': { 'Ex\\': '' } } }] };

test.each<[string, Record<string, string>]>([
  ['A.java', { 'A.java': 'import com.ex.lib.Foo;\nclass A {}\n', 'pom.xml': pom }],
  [
    'B.java',
    {
      'B.java': 'import com.ex.lib.Foo;\nclass B {}\n',
      'build.gradle': 'dependencies {\n  implementation libs.lib\n}\n',
      'gradle/libs.versions.toml': catalog,
    },
  ],
  ['a.cs', { 'a.cs': 'using Ex.Lib;\nclass A {}\n', 'a.csproj': project }],
  [
    'a.php',
    { 'a.php': '<?php\nuse Ex\\Foo;\n', 'composer.json': '{}', 'composer.lock': JSON.stringify(lock) },
  ],
  [
    'src/lib.rs',
    {
      'src/lib.rs': 'use ex::Foo;\n',
      'Cargo.toml': `[package]\nname = "a"\n[dependencies]\nex = "${LONG}"\n`,
    },
  ],
  ['a.ts', { 'a.ts': "import 'lib';\n", 'package.json': JSON.stringify({ dependencies: { lib: LONG } }) }],
  ['a.py', { 'a.py': 'import lib\n', 'requirements.txt': `lib==${LONG}\n` }],
])('a version without an end is none in an answer about %s', async (path, files) => {
  const { call, root } = createTestHost();
  writeFiles(root, files);
  const answer = dataOf(await call('context_get_dependencies', { path }));
  expect(answer.dependencies).toEqual([expect.objectContaining({ type: 'external' })]);
  expect(JSON.stringify(answer).length).toBeLessThan(3000);
});
