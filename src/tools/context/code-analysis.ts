import * as z from 'zod';
import { ofFile, parameter, place } from './fields.ts';

const method = z.strictObject({
  name: z.string().describe('Name'),
  kind: z.string().describe('method, constructor, getter or setter'),
  ...place,
  parameters: z.array(parameter).describe('In order'),
  returnType: z.string().optional().describe('As declared'),
  async: z.boolean().describe('It is async'),
  static: z.boolean().optional().describe('It belongs to the class itself'),
  visibility: z.string().optional().describe('As declared'),
  complexity: z.number().describe('Cyclomatic complexity'),
});
const property = z.strictObject({
  name: z.string().describe('Name'),
  type: z.string().optional().describe('As declared'),
  line: z.number().describe('Line'),
  static: z.boolean().optional().describe('It belongs to the class itself'),
  visibility: z.string().optional().describe('As declared'),
});

/** What context_analyze_code tells of a file. */
export const codeAnalysis = z.strictObject({
  ...ofFile,
  imports: z
    .array(
      z.strictObject({
        module: z.string().describe('As written'),
        named: z.array(z.string()).describe('Names taken; "default", "*" for all, "a as b" for renamed'),
        line: z.number().describe('Line'),
        kind: z.string().describe('static, dynamic, require or include'),
        typeOnly: z.boolean().optional().describe('Only types'),
      }),
    )
    .describe('What the file uses'),
  exports: z
    .array(
      z.strictObject({
        name: z.string().describe('Name others use; "*" passes everything on'),
        type: z.enum(['named', 'default', 'all']).describe('How it is exported'),
        kind: z.string().optional().describe('What it is'),
        from: z.string().optional().describe('Module it is passed on from'),
        local: z.string().optional().describe('Its other name, in here or in that module'),
      }),
    )
    .describe('What others can use'),
  functions: z
    .array(method.extend({ container: z.string().optional().describe('Function or object it is in') }))
    .describe('Functions that are no methods of a class'),
  classes: z
    .array(
      z.strictObject({
        name: z.string().describe('Name'),
        kind: z.string().describe('class, struct, interface, trait or enum'),
        ...place,
        extends: z.array(z.string()).optional().describe('Base classes'),
        implements: z.array(z.string()).optional().describe('Interfaces'),
        methods: z.array(method).describe('Methods'),
        properties: z.array(property).describe('Properties and fields'),
      }),
    )
    .describe('Classes and what is like them'),
  complexity: z.number().describe('Sum of the cyclomatic complexity of all functions'),
  lines: z.number().describe('All lines'),
  loc: z.number().describe('Lines with code'),
  comments: z.number().describe('Lines with comments'),
});
