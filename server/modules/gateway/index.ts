export { registerGateway } from './routes';
export { removeOldEvents } from './service';
