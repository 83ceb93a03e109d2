export { registerHires } from './routes';
export { confirmFirstDay } from './service';
