export { removeOldDrafts } from './draftRepository';
export { registerDoor } from './routes';
