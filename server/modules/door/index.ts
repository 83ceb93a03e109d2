export { removeOldDrafts } from './draftRepository';
export { findFirstCode } from './pageRepository';
export { registerDoor } from './routes';
