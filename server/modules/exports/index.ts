export { EXPORTS_QUEUE } from './names';
export { registerExports } from './routes';
export { removeOldExports, runExports } from './runnerService';
