export { registerOrganisation } from './routes';
