export { isSteering } from './contentCheck';
export { isStatusRead, listWorkerThreads } from './repository';
export { registerChat } from './routes';
export { checkContent, sendAsWorker } from './sendingService';
export { appendMessage, appendApplication, readAsWorker } from './service';
