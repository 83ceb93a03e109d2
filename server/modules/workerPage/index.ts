export { isLinkAlive } from './access';
export { registerWorkerPage } from './routes';
