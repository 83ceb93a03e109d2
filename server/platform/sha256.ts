import { createHash } from 'node:crypto';

/** Returns the SHA-256 of a text in UTF-8, or of bytes. */
export const sha256 = (content: string | Uint8Array): Buffer => createHash('sha256').update(content).digest();
