export { noteUse, type LinkOwner, type StoredLink } from './repository';
export { findByToken, linkOf, type LinkDeps } from './service';
