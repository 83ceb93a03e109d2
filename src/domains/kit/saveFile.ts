import type { HttpFile } from '../../lib/http';
import { port, type Step } from './effects';

/**
 * Returns the file name in a Content-Disposition without any folder, or null. `filename*` (RFC 8187) takes precedence
 * over `filename`.
 */
export const fileNameOf = (disposition: string | null): string | null => {
  const name = extendedName(disposition ?? '') ?? plainName(disposition ?? '');
  return name?.split(/[/\\]/).at(-1)?.trim() || null;
};

const extendedName = (disposition: string): string | null => {
  const encoded = /filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
  if (encoded === undefined) return null;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
};

const plainName = (disposition: string): string | null => {
  const found = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition);
  return found?.[1]?.replace(/\\(.)/g, '$1') ?? found?.[2] ?? null;
};

/** Offers a file to the user as a download, under the server's name for it if there is one. */
export function* saveFile({ blob, disposition }: HttpFile, otherName: string): Step<void> {
  (yield* port('saveFile'))({ blob, name: fileNameOf(disposition) ?? otherName });
}
