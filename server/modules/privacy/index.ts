export { eraseEverywhere } from './eraseService';
export { addConsent, addRequest } from './requestService';
export { keepPrivacy } from './retentionService';
export { registerPrivacy } from './routes';
