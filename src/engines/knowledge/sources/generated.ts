const GENERATED =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|cargo\.lock|poetry\.lock|uv\.lock|pipfile\.lock|composer\.lock|gemfile\.lock|go\.sum|flake\.lock)$|\.min\.(?:js|css|mjs)$|\.(?:map|tsbuildinfo|snap)$/i;

/** Files that programs wrote for programs: they would fill the answers with what nobody asks for. */
export const isGenerated = (path: string): boolean => GENERATED.test(path);
