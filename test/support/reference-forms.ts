/** A small project that uses names in every form the languages have; what is hard about a line stands in it. */
export const REFERENCE_FORMS: Readonly<Record<string, unknown>> = {
  'tsconfig.json': {
    compilerOptions: {
      ...{ strict: true, module: 'preserve', moduleResolution: 'bundler', target: 'es2022', noEmit: true },
      ...{ jsx: 'preserve', allowJs: true, checkJs: true, types: [], paths: { '@one': ['./one/index.ts'] } },
    },
    include: ['src', 'one'],
  },
  'src/shapes.ts': lines(
    "export enum Color { Red, Green = 'g' as any, Blue = Red }",
    'export namespace Geo { export interface Point { x: number } export const origin: Point = { x: 0 }; }',
    'export function over(a: string): string;',
    'export function over(a: number): number;',
    'export function over(a: any): any { return a; }',
    'export interface Merged { a: number }',
    'export interface Merged { b: number }',
    'export class Both { static make(): Both { return new this(); } self = Both; }',
    'export namespace Both { export const extra = 1; }',
    'export type Generic<T extends object = Merged> = { [K in keyof T]: Generic<T> | K };',
    // A value and a type of one name.
    'export const value = 1;',
    'export type value = number;',
    // The first is a member of the object, too.
    'export const { first, second: renamed } = { first: 1, second: 2 };',
    'export default class Unnamed { area() { return value; } }',
    'export let counter = 0; counter++; ({ counter } = { counter: 1 });',
    'export const table = { value, over, key: Color.Red, method() { return value; } };',
  ),
  'src/more.ts': lines(
    "import type { Merged, Generic } from './shapes';",
    "import Def, { Color, over as alias, Geo, value, Both } from './shapes';",
    "import * as all from './shapes';",
    'export type More = Merged & Generic<Merged> & all.Merged & all.Geo.Point;',
    "export { Def as Renamed, alias }; export { default } from './shapes';",
    "export { default as Again, value as worth, over as 'quoted' } from './shapes';",
    'const local = 1; export { local as default2 };',
    'export class Sub extends Def implements Merged { a = value; b = all.value; color = Color.Red; }',
    'export const point: Geo.Point = all.Geo.origin; export const short = { value, Both, over: alias };',
    'export function f(value: number, { Both: other = Both }: { Both?: typeof Both } = {}) { return [value, other]; }',
    "export const late = async () => { const { value: v, over } = await import('./shapes'); over('x'); return v; };",
    'export function named<Both>(x: Both): Both { return x; }',
    'type Infer<T> = T extends (infer value)[] ? value : never; export type Inferred = Infer<number[]>;',
    'export const isBoth = (x: unknown): x is Both => x instanceof Both;',
  ),
  'src/odd.ts': lines(
    "import { over, value, Color, Geo, Both, type Generic } from './shapes';",
    'export default { value, [over.name]: value, over: over("x") };',
    'enum Own { over, Both = over } Own.over;',
    'type Mapped = { [over in "a"]: over }; type Index = { [over: string]: value };',
    'type Tuple = [over: string, Both?: number]; type Test = (over: unknown, ...Both: number[]) => over is string;',
    'interface Members { over: typeof over; value(value: number): typeof value; readonly Color: Color }',
    'export class Odd { over = over; value() { return value; } #Geo = Geo.origin; constructor(public Color: Color) { this.over; } }',
    'label: for (const over of [1]) { over; continue label; }',
    'export const recursive = function over(n: number): number { return n ? over(n - 1) : 0; };',
    'switch (value as number) { case Color.Red: { const value = 3; value; } default: value; }',
    'namespace Inner { export const over = 1; over; export type Both = number; const b: Both = 1; } Inner.over;',
    'let taken: any; ({ over: taken, value: taken = value } = {} as any); [taken = over] = [];',
    'export type Deep = Generic<Members> | Mapped | Index | Tuple | Test; try {} catch (value) { value; }',
  ),
  'src/docs.ts': lines(
    "import type { Merged } from './shapes';",
    "import { value } from './shapes';",
    '/**',
    ' * @returns {Array<{ a: Merged, b: { c: Merged }, d: Merged }>} and value in words',
    ' * @see Merged',
    ' * @see {@link value | the value}',
    ' */',
    'export function documented(x: Merged) { return [x, value]; }',
  ),
  'src/view.tsx': lines(
    "import Card, { Button, type Props } from './button';",
    "import * as ui from './button';",
    '/** Like {@link Button}. @see Card */',
    'export const View = (p: Props) => <Card><Button {...p} label="x" /><ui.Button label={p.label}></ui.Button></Card>;',
  ),
  'src/button.tsx': lines(
    'export interface Props { label: string; children?: any }',
    'export function Button<T extends Props = Props>({ label }: T) { return <button>{label}</button>; }',
    'export default function Card({ children }: { children?: any }) { return children; }',
    'Button.displayName = "Button";',
  ),
  // Without a statement for it, things go out and come in.
  'src/common.js': lines(
    'function one() { return two; }',
    'const two = 2;',
    'class Klass {}',
    'module.exports = { one, two, Klass };',
  ),
  'src/use-common.js': lines(
    "const { one, two: zwei } = require('./common'); one(zwei);",
    "/** @param {import('./shapes').Merged} m */",
    'function g(m) { return m; }',
    'module.exports = g;',
  ),
  // No module: what it declares is there for all.
  'src/globals.ts':
    'interface Everywhere { g: number }\nfunction anywhere(): Everywhere { return { g: 1 }; }\n',
  'src/use-globals.ts': 'export const u: Everywhere = anywhere();\n',
  'src/equals.cts': lines('class Eq { static z = 1; }', 'export = Eq;'),
  'src/use-equals.ts': lines("import Eq = require('./equals.cjs');", 'export const e = Eq.z;'),
  'src/two-defaults.mts': lines(
    'const mts = 1; export default mts;',
    'export default interface Shape { x: 1 }',
  ),
  'src/use-defaults.ts': lines(
    "import d, { type default as S } from './two-defaults.mjs';",
    'export const s: S = d as any;',
  ),
  'src/augment.ts': lines(
    "import { Plain } from './plain';",
    "declare module './plain' { interface Plain { c: string } }",
    'export const plain: Plain = { a: 1, c: "" };',
  ),
  // A type that is imported, and a value of the same name.
  'src/contact.ts':
    "import type { Plain } from './plain';\nexport default function Plain(p: Plain) { return p; }\n",
  'src/use-contact.ts': "import Plain from './contact';\nexport const contact = Plain({ a: 1, c: '' });\n",
  'src/plain.ts': 'export interface Plain { a: number }\n',
  'one/index.ts': "export * from './a'; export { b as bee } from './b'; export * as ns from './b';\n",
  'one/a.ts': "export const a = 1; export type A = typeof a; export * from './b';\n",
  'one/b.ts':
    "import { a } from './a'; export const b = () => a; export class Été { ñ = 1 } export const $dollar = 1;\n",
  'src/use-one.ts':
    "import { a, bee, ns, Été, $dollar } from '@one'; export const r = [a, bee, ns.b, Été, $dollar];\n",
};

function lines(...text: readonly string[]): string {
  return `${text.join('\n')}\n`;
}
