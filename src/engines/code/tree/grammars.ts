import type { GrammarRules } from './grammar-rules.ts';
import { cpp } from './grammars/cpp.ts';
import { csharp } from './grammars/csharp.ts';
import { go } from './grammars/go.ts';
import { java } from './grammars/java.ts';
import { php } from './grammars/php.ts';
import { python } from './grammars/python.ts';
import { ruby } from './grammars/ruby.ts';
import { rust } from './grammars/rust.ts';
import { javascript, typescript } from './grammars/script.ts';
import { bash, powershell } from './grammars/shell.ts';

/** By the name of the grammar's file. */
export const GRAMMARS: Readonly<Record<string, GrammarRules>> = {
  bash,
  cpp,
  'c-sharp': csharp,
  go,
  java,
  javascript,
  php,
  powershell,
  python,
  ruby,
  rust,
  tsx: typescript,
  typescript,
};
