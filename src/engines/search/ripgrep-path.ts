import { createRequire } from 'node:module';
import { ToolError } from '../../core/errors.ts';

let found: string | undefined;

/**
 * The binary that comes with `@vscode/ripgrep`, looked up from that package: only it is sure to see its platform
 * packages, however the installer has laid them out, and whether this runs as source or from the bundle.
 */
export function ripgrepPath(): string {
  found ??= findRipgrep();
  return found;
}

function findRipgrep(): string {
  const { platform, arch } = process;
  try {
    const ownerOf = createRequire(import.meta.url).resolve('@vscode/ripgrep');
    const binary = platform === 'win32' ? 'rg.exe' : 'rg';
    return createRequire(ownerOf).resolve(`@vscode/ripgrep-${platform}-${arch}/bin/${binary}`);
  } catch (error) {
    throw new ToolError('UNAVAILABLE', `There is no ripgrep for ${platform}-${arch} in this installation`, {
      hint: 'Install Toolgate again, with optional dependencies.',
      cause: error,
    });
  }
}
