import type { ExportsState } from './slice';

interface Root {
  exports: ExportsState;
}

export const selectExports = (state: Root) => state.exports;
