export { registerFiles } from './routes';
