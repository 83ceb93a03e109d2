export { isSteering } from './contentCheck';
export { isStatusRead } from './readRepository';
export { listWorkerThreads } from './repository';
export { registerChat } from './routes';
export { checkContent } from './sendingService';
export { appendMessage, appendApplication, readAsWorker } from './service';
export { sendAsWorker } from './workerSendingService';
