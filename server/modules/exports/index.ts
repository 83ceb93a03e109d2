export { EXPORTS_QUEUE } from './names';
export { registerExports } from './routes';
export { exportTexts } from './texts';
export { removeOldExports, runExports } from './runnerService';
