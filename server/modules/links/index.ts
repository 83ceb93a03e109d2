export { noteUse, type LinkOwner, type StoredLink } from './repository';
export { dropLinks, findByToken, linkOf, linksOf, type LinkDeps } from './service';
export { tellByLink, tellReceived, type NewsDeps } from './smsService';
