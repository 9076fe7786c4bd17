import type { Operation } from '../permissions/permission-manager.ts';
import { envelope, GatedTool } from './gated-tool.ts';
import type { ToolResult } from './mcp-tool.ts';

/** Without an operation a file is read. */
export type ContextParams =
  | {
      readonly operation?: 'readFile' | 'analyzeCode' | 'getSymbols' | 'getDependencies';
      readonly path: string;
    }
  | { readonly operation: 'findFiles'; readonly pattern: string }
  | { readonly operation: 'findReferences'; readonly symbol: string };

export interface FileContent {
  readonly path: string;
  readonly content: string;
  readonly language: string;
  readonly size: number;
  readonly lastModified: Date;
}

export interface CodeAnalysis {
  readonly language: string;
  readonly imports: readonly { module: string; named: readonly string[]; line: number }[];
  readonly exports: readonly { name: string; type: string }[];
  readonly functions: readonly { name: string; [more: string]: unknown }[];
  readonly classes: readonly { name: string; [more: string]: unknown }[];
  readonly complexity: number;
  readonly loc: number;
  readonly comments: number;
}

export interface CodeSymbol {
  readonly name: string;
  readonly type: 'function' | 'class' | 'variable' | 'type';
  readonly location: { readonly file: string; readonly line: number; readonly column: number };
  readonly signature?: string;
}

export interface Reference {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly context: string;
}

export interface Dependency {
  readonly name: string;
  readonly version?: string;
  readonly type: 'local' | 'external' | 'builtin' | 'unresolved';
}

const TOOLS = {
  readFile: 'context_read_file',
  analyzeCode: 'context_analyze_code',
  getSymbols: 'context_get_symbols',
  getDependencies: 'context_get_dependencies',
  findFiles: 'context_find_files',
  findReferences: 'context_find_references',
} as const;

const MOST_FILES = 10_000;

export class ContextToolImpl extends GatedTool<ContextParams> {
  override readonly name = 'context';
  override readonly description = 'Codebase analysis and understanding';
  override readonly schema = {
    parameters: {
      operation: { type: 'string', enum: Object.keys(TOOLS), description: 'What to do; default: readFile' },
      path: { type: 'string', description: 'File' },
      pattern: { type: 'string', description: 'For findFiles: src/**/*.ts' },
      symbol: { type: 'string', description: 'For findReferences' },
    },
    required: [],
  };

  override operation({ operation = 'readFile', ...args }: ContextParams): Operation {
    return { tool: TOOLS[operation], args };
  }

  override async execute(params: ContextParams): Promise<ToolResult> {
    return envelope(await this.call(this.operation(params)), (data) => data);
  }

  /** The whole file, page by page. */
  async readFile(path: string): Promise<FileContent> {
    const pages: string[] = [];
    let from: Record<string, unknown> = {};
    for (;;) {
      const page = await this.dataOf({ tool: 'context_read_file', args: { path, ...from } });
      pages.push(String(page.content));
      from = { startLine: page.nextLine, startColumn: page.nextColumn };
      if (page.truncated === true && page.nextLine !== undefined) continue;
      const { language, size, lastModified } = page;
      return {
        path: String(page.path),
        content: pages.join(''),
        language: String(language),
        size: Number(size),
        lastModified: new Date(String(lastModified)),
      };
    }
  }

  async findFiles(pattern: string): Promise<string[]> {
    const { files } = await this.dataOf({ tool: TOOLS.findFiles, args: { pattern, limit: MOST_FILES } });
    return files as string[];
  }

  async analyzeCode(path: string): Promise<CodeAnalysis> {
    // Sound, here and below: the output schema of the tool says so.
    return (await this.dataOf({ tool: TOOLS.analyzeCode, args: { path } })) as unknown as CodeAnalysis;
  }

  async getSymbols(path: string): Promise<CodeSymbol[]> {
    const { symbols } = await this.dataOf({ tool: TOOLS.getSymbols, args: { path } });
    return (symbols as (Omit<CodeSymbol, 'location'> & { line: number; column: number })[]).map(
      ({ line, column, ...symbol }) => ({ ...symbol, location: { file: path, line, column } }),
    );
  }

  async findReferences(symbol: string): Promise<Reference[]> {
    const { references } = await this.dataOf({ tool: TOOLS.findReferences, args: { symbol } });
    return references as Reference[];
  }

  async getDependencies(path: string): Promise<Dependency[]> {
    const { dependencies } = await this.dataOf({ tool: TOOLS.getDependencies, args: { path } });
    return dependencies as Dependency[];
  }
}
