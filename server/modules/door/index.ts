export { removeOldDrafts } from './applicantRepository';
export { findFirstCode } from './pageRepository';
export { registerDoor } from './routes';
