import path from 'node:path';

let root = '.';

/** Where the product lies, whatever folder it was started from; said once, at the start. */
export const useRoot = (folder: string): void => {
  root = folder;
};

/** The path of one of the product's own files, such as `fromRoot('server/texts')`. */
export const fromRoot = (...parts: string[]): string => path.join(root, ...parts);
