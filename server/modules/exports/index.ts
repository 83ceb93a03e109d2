export { EXPORTS_QUEUE } from './columns';
export { registerExports } from './routes';
export { exportTexts } from './texts';
export { removeOldExports, runExports } from './runnerService';
