import path from 'node:path';

let root = '.';

/** Sets the product's folder, whichever folder it was started from; called once at the start. */
export const useRoot = (folder: string): void => {
  root = folder;
};

/** Returns the path of one of the product's own files, such as `fromRoot('server/texts')`. */
export const fromRoot = (...parts: string[]): string => path.join(root, ...parts);
