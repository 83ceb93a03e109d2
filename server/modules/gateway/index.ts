export { type Told } from './repository';
export { registerGateway } from './routes';
export { applyIn, removeOldEvents } from './service';
