export { registerWorkerPage } from './routes';
