import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { writeFiles } from '../../../test/support/write-files.ts';

type Dependency = { type: string; name: string; declared?: string; installed?: string; dev?: true };

/** What a file depends on, as `type name declared -> installed`, and why that may be wrong. */
async function dependenciesOf(path: string, files: Record<string, string | object>) {
  const { call, root } = createTestHost();
  writeFiles(root, files);
  const { dependencies, complete, reason } = dataOf(await call('context_get_dependencies', { path })) as {
    dependencies: Dependency[];
    complete: boolean;
    reason?: string;
  };
  expect(complete).toBe(reason === undefined);
  return {
    names: dependencies.map(({ type, name, declared, installed, dev }) =>
      [type, name, declared, ...(installed === undefined ? [] : ['->', installed]), ...(dev ? ['dev'] : [])]
        .filter((word) => word !== undefined)
        .join(' '),
    ),
    ...(reason !== undefined && { reason }),
  };
}

test('gems have the version of Gemfile.lock, else that of the Gemfile', async () => {
  const files = {
    Gemfile: [
      "source 'https://rubygems.org'",
      "gem 'sinatra', '~> 4.0', '>= 4.0.1', require: false",
      "gem 'activesupport'",
      'group :development, :test do',
      "  gem 'rspec', '~> 3.12' # tests",
      'end',
      "gem 'rubocop', group: :development",
      '',
    ].join('\n'),
    'Gemfile.lock':
      'GEM\n  remote: https://rubygems.org/\n  specs:\n    activesupport (7.1.2)\n      tzinfo (~> 2.0)\n    sinatra (4.0.2)\n    tzinfo (2.0.6)\n',
    'app/a.rb':
      "require 'sinatra/base'\nrequire 'rspec'\nrequire 'net/http'\nrequire 'tzinfo'\nrequire 'rubocop'\n",
    'app/b.rb': "require 'active_support/all'\nrequire 'nowhere'\n",
  };
  expect(await dependenciesOf('app/a.rb', files)).toEqual({
    names: [
      'external sinatra ~> 4.0, >= 4.0.1 -> 4.0.2',
      'external rspec ~> 3.12 dev',
      'builtin net/http',
      'external tzinfo -> 2.0.6',
      'external rubocop * dev',
    ],
  });
  expect(await dependenciesOf('app/b.rb', files)).toEqual({
    names: ['external activesupport * -> 7.1.2', 'external nowhere'],
    reason:
      'That activesupport is meant is told by the name alone; no manifest tells which package nowhere is of',
  });
});

test('classes of PHP lead to packages by what composer.lock says of them, and to files of the project', async () => {
  const manifest = {
    autoload: { 'psr-4': { 'App\\': 'src/' } },
    require: { 'monolog/monolog': '^3.0', 'symfony/yaml': '^7.0' },
    'require-dev': { 'phpunit/phpunit': '^11.0' },
  };
  const code =
    '<?php\nuse Monolog\\Logger;\nuse Symfony\\Component\\Yaml\\Yaml;\nuse PHPUnit\\Framework\\TestCase;\nuse App\\Models\\User;\nuse Other\\Thing;\n';
  const files = {
    'composer.json': manifest,
    'src/a.php': code,
    'src/Models/User.php': '<?php\nnamespace App\\Models;\nclass User {}\n',
  };
  const lock = {
    packages: [
      { name: 'monolog/monolog', version: '3.5.0', autoload: { 'psr-4': { 'Monolog\\': 'src/' } } },
      {
        name: 'symfony/yaml',
        version: 'v7.0.1',
        autoload: { 'psr-4': { 'Symfony\\Component\\Yaml\\': '' } },
      },
      { name: 'other/deep', version: '1.0.0', autoload: { 'psr-4': { 'Other\\': 'src' } } },
    ],
    'packages-dev': [{ name: 'phpunit/phpunit', version: '11.0.2', autoload: { classmap: ['src/'] } }],
  };
  expect(await dependenciesOf('src/a.php', { ...files, 'composer.lock': lock })).toEqual({
    names: [
      'external monolog/monolog ^3.0 -> 3.5.0',
      'external symfony/yaml ^7.0 -> 7.0.1',
      'external phpunit/phpunit ^11.0 -> 11.0.2 dev',
      'local src/Models/User.php',
      'external other/deep -> 1.0.0',
    ],
    reason: 'That phpunit/phpunit is meant is told by the name alone',
  });
  expect(await dependenciesOf('src/a.php', files)).toEqual({
    names: [
      'external monolog/monolog ^3.0',
      'external symfony/yaml ^7.0',
      'external phpunit/phpunit ^11.0 dev',
      'local src/Models/User.php',
      'external Other\\Thing',
    ],
    reason:
      'That monolog/monolog, symfony/yaml, phpunit/phpunit is meant is told by the name alone; no manifest tells which package Other\\Thing is of',
  });
});

const dependency = (group: string, artifact: string, rest = ''): string =>
  `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId>${rest}</dependency>`;

test('packages of Java have the version of pom.xml, with properties and parents', async () => {
  const files = {
    'pom.xml': `<?xml version="1.0"?><project><groupId>com.acme</groupId><artifactId>all</artifactId><version>1.2</version>
      <properties><jackson.version>2.17.0</jackson.version><lang>3.14.0</lang></properties>
      <dependencyManagement><dependencies>${dependency('org.apache.commons', 'commons-lang3', `<version>\${lang}</version>`)}</dependencies></dependencyManagement></project>`,
    'app/pom.xml': `<project><parent><groupId>com.acme</groupId><artifactId>all</artifactId><version>1.2</version></parent><artifactId>app</artifactId>
      <dependencies>${[
        dependency(
          'com.fasterxml.jackson.core',
          'jackson-databind',
          `<version>\${jackson.version}</version>`,
        ),
        dependency('org.apache.commons', 'commons-lang3'),
        dependency('org.junit.jupiter', 'junit-jupiter', '<version>5.10.0</version><scope>test</scope>'),
        dependency(`\${project.groupId}`, 'core', `<version>\${project.version}</version>`),
      ].join('')}</dependencies></project>`,
    'app/src/A.java':
      'import java.util.List;\nimport com.fasterxml.jackson.databind.ObjectMapper;\nimport org.apache.commons.lang3.StringUtils;\nimport org.junit.jupiter.api.Test;\nimport com.acme.core.Shape;\nimport com.google.common.collect.Lists;\nclass A {}\n',
  };
  expect(await dependenciesOf('app/src/A.java', files)).toEqual({
    names: [
      'builtin java.util.List',
      'external com.fasterxml.jackson.core:jackson-databind 2.17.0',
      'external org.apache.commons:commons-lang3 3.14.0',
      'external org.junit.jupiter:junit-jupiter 5.10.0 dev',
      'external com.acme:core 1.2',
      'external com.google.common.collect.Lists',
    ],
    reason:
      'That com.fasterxml.jackson.core:jackson-databind, org.apache.commons:commons-lang3, org.junit.jupiter:junit-jupiter, com.acme:core is meant is told by the name alone; no manifest tells which package com.google.common.collect.Lists is of',
  });
});

test('packages of Java have the version of gradle.lockfile, else that of the build or its catalog', async () => {
  const files = {
    'gradle/libs.versions.toml':
      '[versions]\nokio = "3.6.0"\n[libraries]\nokhttp = "com.squareup.okhttp3:okhttp:4.12.0"\nsquare-okio = { module = "com.squareup.okio:okio", version.ref = "okio" }\n',
    'gradle.properties': 'langVersion=3.14.0\n',
    'app/gradle.lockfile': 'com.squareup.okhttp3:okhttp:4.12.1=compileClasspath\nempty=\n',
    'app/build.gradle.kts': [
      'val junit = "4.13.2"',
      'dependencies {',
      '  implementation(libs.okhttp)',
      '  implementation(libs.square.okio)',
      '  api("org.apache.commons:commons-lang3:$langVersion")',
      `  testImplementation("junit:junit:\${junit}")`,
      '  runtimeOnly(group = "org.slf4j", name = "slf4j-api", version = "2.0.9")',
      '}',
      '',
    ].join('\n'),
    'app/src/A.java':
      'import com.squareup.okhttp3.Call;\nimport com.squareup.okio.Buffer;\nimport org.apache.commons.lang3.StringUtils;\nimport junit.framework.TestCase;\nimport org.slf4j.Logger;\nclass A {}\n',
  };
  expect((await dependenciesOf('app/src/A.java', files)).names).toEqual([
    'external com.squareup.okhttp3:okhttp 4.12.0 -> 4.12.1',
    'external com.squareup.okio:okio 3.6.0',
    'external org.apache.commons:commons-lang3 3.14.0',
    'external junit:junit 4.13.2 dev',
    'external org.slf4j:slf4j-api 2.0.9',
  ]);
});

test('packages of C# have the version of the project, of all projects, or of the lock file', async () => {
  const files = {
    'Directory.Packages.props':
      '<Project><PropertyGroup><Core>8.0.1</Core></PropertyGroup><ItemGroup><PackageVersion Include="Microsoft.EntityFrameworkCore" Version="$(Core)" /></ItemGroup></Project>',
    'app/App.csproj':
      '<Project Sdk="Microsoft.NET.Sdk"><ItemGroup><PackageReference Include="Newtonsoft.Json" Version="13.0.3" /><PackageReference Include="Serilog"><Version>3.1.0</Version></PackageReference><PackageReference Include="Microsoft.EntityFrameworkCore" /></ItemGroup></Project>',
    'app/packages.lock.json': {
      dependencies: { 'net8.0': { Serilog: { type: 'Direct', resolved: '3.1.1' } } },
    },
    'app/A.cs':
      'using System.Text;\nusing Newtonsoft.Json.Linq;\nusing Serilog;\nusing Microsoft.EntityFrameworkCore;\nusing Acme.Shapes;\nclass A {}\n',
  };
  expect(await dependenciesOf('app/A.cs', files)).toEqual({
    names: [
      'builtin System.Text',
      'external Newtonsoft.Json 13.0.3',
      'external Serilog 3.1.0 -> 3.1.1',
      'external Microsoft.EntityFrameworkCore 8.0.1',
      'unresolved Acme.Shapes',
    ],
    reason:
      'That Newtonsoft.Json, Serilog, Microsoft.EntityFrameworkCore is meant is told by the name alone; no manifest tells which package Acme.Shapes is of',
  });
});
