export { removeOldDrafts } from './applicantRepository';
export { findFirstCode } from './pageRepository';
export { registerPublicPage } from './routes';
