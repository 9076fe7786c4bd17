import { codeLanguageOf } from '../../languages.ts';
import { dotnetOrigins } from './dotnet-needs.ts';
import { javaOrigins } from './java-needs.ts';
import { createManifestFiles } from './manifest-files.ts';
import { phpOrigins } from './php-needs.ts';
import type { Origin } from './requirement.ts';
import { rubyOrigins } from './ruby-needs.ts';

/** Where a module comes from that is not found among the files; undefined where the language says so itself. */
export type Origins = (file: string, module: string) => Origin | undefined;

/** For languages in which the name of a module is not that of its package. */
export function createOrigins(
  root: string,
  manifests: readonly string[],
  codeFiles: ReadonlySet<string>,
): Origins {
  const files = createManifestFiles(root, manifests, codeFiles);
  const byLanguage = {
    java: javaOrigins(files),
    csharp: dotnetOrigins(files),
    php: phpOrigins(files),
    ruby: rubyOrigins(files),
  };
  return (file, module) => {
    const language = codeLanguageOf(file)?.id ?? '';
    return Object.hasOwn(byLanguage, language)
      ? byLanguage[language as keyof typeof byLanguage](file, module) // Sound: it is one of its keys.
      : undefined;
  };
}
