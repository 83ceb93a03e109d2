export { announceTerms, remindOfRenewals } from './notices';
export { registerProduct } from './routes';
export { endSubscriptions } from './service';
