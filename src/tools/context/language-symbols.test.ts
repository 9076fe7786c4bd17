import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';

const FIXTURES = join(import.meta.dirname, '../../../test/support/code-fixtures');

interface Symbol {
  readonly name: string;
  readonly kind: string;
  readonly line: number;
  readonly column: number;
  readonly startLine: number;
  readonly endLine: number;
  readonly container?: string;
  readonly exported?: boolean;
  readonly doc?: string;
}

/** `+` is visible outside; then the name's place, the definition's lines, what it is, and the first line of its doc. */
const briefly = ({ symbols }: Record<string, unknown>): string[] =>
  (symbols as Symbol[]).map(({ name, kind, line, column, startLine, endLine, container, exported, doc }) =>
    [
      `${exported ? '+' : '-'} ${line}:${column} ${startLine}-${endLine} ${kind}`,
      container === undefined ? name : `${container}>${name}`,
      ...(doc === undefined ? [] : [`"${doc.split('\n')[0]}"`]),
    ].join(' '),
  );

interface Analysis {
  readonly imports: { readonly module: string; readonly named: readonly string[] }[];
  readonly functions: Callable[];
  readonly classes: { readonly methods: Callable[] }[];
  readonly loc: number;
  readonly comments: number;
}
interface Callable {
  readonly name: string;
  readonly parameters: { readonly name: string; readonly type?: string }[];
  readonly returnType?: string;
  readonly complexity: number;
  readonly async: boolean;
}

const callable = ({ name, parameters, returnType, complexity, async }: Callable): string =>
  `${async ? 'async ' : ''}${name}(${parameters.map((p) => (p.type ? `${p.name}: ${p.type}` : p.name)).join(', ')})` +
  `${returnType ? `: ${returnType}` : ''} ${complexity}`;

const EXPECTED = {
  'Shapes.cs': {
    symbols: [
      '- 4:11 4-26 namespace Acme.Shapes',
      '+ 7:18 7-19 class Acme.Shapes>Shape "<summary>A shape.</summary>"',
      '- 9:21 9-9 field Acme.Shapes.Shape>_side',
      '+ 10:20 10-10 property Acme.Shapes.Shape>Side',
      '+ 12:16 12-12 constructor Acme.Shapes.Shape>Shape',
      '+ 14:32 14-18 method Acme.Shapes.Shape>Area',
      '+ 21:22 21-21 interface Acme.Shapes>ISized',
      '- 21:35 21-21 method Acme.Shapes.ISized>Size',
      '- 22:10 22-22 enum Acme.Shapes>Color',
      '- 22:18 22-22 enum-member Acme.Shapes.Color>Red',
      '- 22:23 22-22 enum-member Acme.Shapes.Color>Green',
      '- 23:12 23-23 struct Acme.Shapes>Point',
      '+ 23:31 23-23 field Acme.Shapes.Point>X',
      '- 24:12 24-24 class Acme.Shapes>Pair',
      '- 24:21 24-24 property Acme.Shapes.Pair>A',
      '- 24:28 24-24 property Acme.Shapes.Pair>B',
      '- 25:19 25-25 type Acme.Shapes>Run',
    ],
    imports: ['System', 'System.Text.StringBuilder * as Text'],
    functions: ['Shape(side: int) 1', 'async Area(name: string, scale: int): Task<int> 4', 'Size(): int 1'],
    lines: [21, 1],
  },
  'Shapes.java': {
    symbols: [
      '+ 8:14 7-26 class Shapes "A shape with a side."',
      '- 9:17 9-9 field Shapes>side',
      '- 9:27 9-9 field Shapes>other',
      '+ 11:12 11-13 constructor Shapes>Shapes',
      '+ 16:31 15-19 method Shapes>area',
      '- 21:15 21-21 interface Shapes>Inner',
      '- 21:28 21-21 method Shapes.Inner>run',
      '- 23:10 23-23 enum Shapes>Color',
      '- 23:18 23-23 enum-member Shapes.Color>RED',
      '- 23:23 23-23 enum-member Shapes.Color>GREEN',
      '- 25:12 25-25 class Shapes>Point',
      '- 25:22 25-25 field Shapes.Point>x',
      '- 25:29 25-25 field Shapes.Point>y',
    ],
    imports: ['java.util.List', 'java.lang.Math *'],
    functions: ['Shapes(side: int) 1', 'area(name: String, ...rest: int): List<T> 5', 'run(): void 1'],
    lines: [18, 1],
  },
  'shapes.c': {
    symbols: [
      '+ 3:9 3-3 constant LIMIT',
      '+ 4:9 4-4 macro MAX',
      '+ 7:8 7-10 struct shape "A shape."',
      '+ 8:9 8-8 field shape>side',
      '+ 9:11 9-9 field shape>name',
      '+ 12:23 12-12 type id_t2',
      '+ 13:6 13-13 enum color',
      '+ 13:14 13-13 enum-member color>RED',
      '+ 13:19 13-13 enum-member color>GREEN',
      '- 14:12 14-14 variable counter',
      '+ 15:5 15-15 function area',
      '+ 17:5 17-20 function area',
      '+ 22:7 22-22 function name_of',
    ],
    imports: ['stdio.h', 'base.h'],
    functions: [
      'MAX(a, b) 1',
      'area(s: const struct shape *, scale: int): int 1',
      'area(s: const struct shape *, scale: int): int 3',
      'name_of(): char * 1',
    ],
    lines: [17, 1],
  },
  'shapes.cpp': {
    symbols: [
      '+ 4:11 4-22 namespace acme',
      '+ 7:7 7-14 class acme>Shape "A shape."',
      '+ 9:5 9-9 method acme.Shape>Shape',
      '+ 10:5 10-10 method acme.Shape>~Shape',
      '+ 11:9 11-11 method acme.Shape>area',
      '+ 13:9 13-13 field acme.Shape>side_',
      '+ 16:12 16-16 enum acme>Color',
      '+ 16:20 16-16 enum-member acme.Color>Red',
      '+ 17:7 17-17 type acme>Id',
      '+ 20:3 19-20 function acme>grow',
      '+ 24:5 24-27 method acme.Shape>area',
    ],
    imports: ['vector', 'base.h'],
    functions: [
      'grow(value: T): T 1',
      'Shape(side: int) 1',
      '~Shape() 1',
      'area(scale: int, name: const std::string&): int 1',
      'area(scale: int, name: const std::string&): int 4',
    ],
    lines: [20, 1],
  },
  'shapes.go': {
    symbols: [
      '+ 9:7 9-9 constant Limit "Limit is the most."',
      '- 11:5 11-11 variable first',
      '- 11:12 11-11 variable second',
      '+ 14:6 14-17 struct Shape "Shape has a side."',
      '+ 15:2 15-15 field Shape>Side',
      '- 16:2 16-16 field Shape>name',
      '+ 19:6 19-21 interface Sized',
      '+ 20:2 20-20 method Sized>Size',
      '+ 23:6 23-23 type Pair',
      '+ 26:17 26-31 method Shape>Area "Area is the area."',
      '- 33:6 33-33 function helper',
    ],
    imports: ['fmt', 'math/rand'],
    functions: [
      'helper() 1',
      'Area(scale: int, a: string, b: string): (int, error) 3',
      'Size(): (int, error) 1',
    ],
    lines: [22, 3],
  },
  'shapes.php': {
    symbols: [
      '+ 10:16 10-19 class Shape "A shape."',
      '+ 12:11 12-12 constant Shape>LIMIT',
      '- 13:18 13-13 property Shape>side',
      '+ 15:21 15-18 method Shape>area',
      '+ 21:11 21-21 interface Sized',
      '+ 21:35 21-21 method Sized>size',
      '+ 22:7 22-22 trait Grows',
      '+ 23:6 23-23 enum Color',
      '+ 23:27 23-23 enum-member Color>Red',
      '+ 24:10 24-24 function make',
    ],
    imports: ['Acme\\Base * as Root', 'Acme\\helper', 'boot.php'],
    functions: ['make($side: int): Shape 1', 'area($name: string, ...$rest: int): ?int 3', 'size(): int 1'],
    lines: [18, 1],
  },
  'shapes.py': {
    symbols: [
      '+ 5:1 5-5 variable LIMIT',
      '+ 9:7 8-21 class Shape "A shape with a side."',
      '+ 12:5 12-12 property Shape>side',
      '+ 15:9 14-18 method Shape>area',
      '+ 20:15 20-21 method Shape>grow',
      '- 24:5 24-27 function _hidden',
      '- 25:9 25-26 function _hidden>inner',
    ],
    imports: ['os.path * as p', 'sys', '. base', '..pkg.mod x as y z'],
    functions: [
      '_hidden(a) 1',
      'inner() 1',
      'area(self): int 3',
      'async grow(self, by: int, *args, deep, **kw) 3',
    ],
    lines: [19, 0],
  },
  'shapes.rb': {
    symbols: [
      '+ 4:8 4-24 module Acme',
      '+ 7:9 7-23 class Acme>Shape "A shape"',
      '+ 8:5 8-8 constant Acme.Shape>LIMIT',
      '+ 9:17 9-9 property Acme.Shape>side',
      '+ 9:24 9-9 property Acme.Shape>name',
      '+ 11:9 11-13 method Acme.Shape>initialize',
      '+ 15:9 15-18 method Acme.Shape>area',
      '+ 20:14 20-22 method Acme.Shape>make',
    ],
    imports: ['json', '../base'],
    functions: ['initialize(side, name, *rest, deep, block) 1', 'area() 4', 'make() 1'],
    lines: [18, 2],
  },
  'shapes.rs': {
    symbols: [
      '+ 5:11 5-5 constant LIMIT "The most."',
      '+ 9:12 9-11 struct Shape "A shape"',
      '+ 10:9 10-10 field Shape>side',
      '- 13:6 13-16 enum Color',
      '- 14:5 14-14 enum-member Color>Red',
      '- 15:5 15-15 enum-member Color>Mixed',
      '+ 18:11 18-20 trait Sized2',
      '- 19:8 19-19 method Sized2>size',
      '- 23:8 23-25 method Shape>size',
      '+ 29:18 29-31 method Shape>grow',
      '- 34:14 34-34 macro shape',
      '- 36:5 36-38 module inner',
      '+ 37:12 37-37 function inner>helper',
    ],
    imports: ['std::fmt self Display as Show', 'other'],
    functions: [
      'shape() 1',
      'helper() 1',
      'size(&self): usize 3',
      'async grow(mut self, by: usize): Result<T, fmt::Error> 3',
      'size(&self): usize 1',
    ],
    lines: [27, 3],
  },
  'shapes.sh': {
    symbols: ['- 3:1 3-3 variable LIMIT', '- 5:1 5-7 function grow "Grows."', '- 8:10 8-8 function area'],
    imports: ['./base.sh'],
    functions: ['grow() 2', 'area() 1'],
    lines: [6, 2],
  },
};

test.each(Object.entries(EXPECTED))(
  '%s: symbols, imports and functions are those a person finds',
  async (file, expected) => {
    const { call, root } = createTestHost();
    cpSync(FIXTURES, root, { recursive: true });
    const found = dataOf(await call('context_get_symbols', { path: file }));
    const analysis = dataOf(await call('context_analyze_code', { path: file })) as unknown as Analysis;
    expect({
      symbols: briefly(found),
      imports: analysis.imports.map(({ module, named }) => [module, ...named].join(' ')),
      functions: [...analysis.functions, ...analysis.classes.flatMap(({ methods }) => methods)].map(callable),
      lines: [analysis.loc, analysis.comments],
      complete: found.complete,
    }).toEqual({ ...expected, complete: true });
  },
);
