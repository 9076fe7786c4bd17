import { ToolError } from '../../../core/errors.ts';

/**
 * Windows gives one file many names, and takes some names for something else: a stream (`a.txt:b`), a device (`NUL`,
 * `COM1.txt`), another way to write a path (`\\?\`), a name without its end (`a.txt. `), a short name (`PROGRA~1`).
 * None of them is what the gate judged, so none is opened.
 */
export function checkWindowsPath(path: string): string {
  const afterDrive = path.replace(/^[A-Za-z]:/, '');
  const isOdd = /^[\\/]{2}[?.][\\/]/.test(path) || afterDrive.split(/[\\/]/).some(isOddName);
  if (!isOdd) return path;
  throw new ToolError('VALIDATION', `${path} holds a name that Windows takes for something else`, {
    hint: 'Give the plain name of the file.',
  });
}

const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

const isOddName = (name: string): boolean =>
  name.includes(':') || /[. ]$/.test(name) || /~\d/.test(name) || DEVICE.test(name);
