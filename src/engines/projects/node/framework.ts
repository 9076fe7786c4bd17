import type { ProjectFiles } from '../project-files.ts';
import type { PackageJson } from './package-json.ts';

/** The first that is there names the project; what builds on another stands before it. */
const FRAMEWORKS: readonly (readonly [dependency: string, framework: string])[] = [
  ['next', 'nextjs'],
  ['nuxt', 'nuxt'],
  ['@tauri-apps/api', 'tauri'],
  ['@tauri-apps/cli', 'tauri'],
  ['electron', 'electron'],
  ['expo', 'expo'],
  ['react-native', 'react-native'],
  ['@remix-run/react', 'remix'],
  ['@react-router/dev', 'react-router'],
  ['astro', 'astro'],
  ['gatsby', 'gatsby'],
  ['@sveltejs/kit', 'sveltekit'],
  ['@angular/core', 'angular'],
  ['svelte', 'svelte'],
  ['vue', 'vue'],
  ['solid-js', 'solid'],
  ['preact', 'preact'],
  ['react', 'react'],
  ['@nestjs/core', 'nestjs'],
  ['fastify', 'fastify'],
  ['hono', 'hono'],
  ['koa', 'koa'],
  ['express', 'express'],
];

export const frameworkOf = ({ dependencies }: PackageJson): string | undefined =>
  FRAMEWORKS.find(([dependency]) => dependencies.has(dependency))?.[1];

/** The version of Node the project asks for, in the order the version managers look. */
export function nodeVersionOf(
  files: ProjectFiles,
  directory: string,
  { volta, engines }: PackageJson,
): string | undefined {
  const textOf = (name: string) => files.readText(`${directory}/${name}`) ?? '';
  const fromFile = ['.nvmrc', '.node-version'].map((name) => firstLine(textOf(name)));
  const fromAsdf = /^node(?:js)?[ \t]+(\S+)/m.exec(textOf('.tool-versions'))?.[1];
  return [...fromFile, volta.node, fromAsdf, engines.node].find(
    (version): version is string => typeof version === 'string' && VERSION.test(version),
  );
}

/** `22`, `v20.1.0`, `lts/iron`, `>=18 <23 || ^24`: what else stands there is not for everybody. */
const VERSION = /^[\w.*/^~<>=| -]{1,60}$/;

/** The first that is no comment, as version managers read it. */
const firstLine = (text: string): string | undefined =>
  text
    .split('\n', MOST_LINES)
    .map((line) => line.replace(/#.*/, '').trim())
    .find((line) => line !== '');

const MOST_LINES = 20;
