export { registerOperations } from './routes';
