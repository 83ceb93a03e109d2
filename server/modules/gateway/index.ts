export { removeOldEvents } from './eventRepository';
export { registerGateway } from './routes';
