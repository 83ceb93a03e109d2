export { eraseAgain, eraseEverywhere } from './eraseService';
export { addConsent, addRequest, withdrawConsent } from './requestService';
export { keepPrivacy } from './retentionService';
export { registerPrivacy } from './routes';
