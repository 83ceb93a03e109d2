export { removeOldCodes } from './cleanupRepository';
export { levelOfCountry } from './codeLimits';
export { endMailedLinks } from './emailRestorationRepository';
export { invite, mailEmailChange } from './invitationService';
export { emailIsTaken } from './repository';
export { sendCode, verifyPhone } from './phoneService';
export { registerAccount } from './routes';
export { endReusedSession } from './tokenReuseService';
