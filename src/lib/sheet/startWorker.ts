/** Starts the worker that holds the spreadsheet library, in a file of its own. */
export const startWorker = (): Worker =>
  new Worker(new URL(/* webpackChunkName: "sheet" */ './sheet.worker.ts', import.meta.url));
