export { noteUse, type LinkOwner, type StoredLink } from './repository';
export { dropLinks, findByToken, linkOf, linksOf, type LinkDeps } from './service';
export { idOf, isTokenOf, tokenOf, type LinkKey } from './tokens';
export { tellByLink, tellReceived, tellShortlisted, type NewsDeps } from './smsService';
