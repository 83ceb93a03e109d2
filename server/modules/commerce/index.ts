export { recordCredits } from './credits';
export { registerCommerce } from './routes';
