export { removeOldCodes, endMailedLinks, passwordHashesOf, profileColumns } from './repository';
export { forgetMessages, levelOfCountry, type OwnLimits } from './codeLimits';
export { invite, mailEmailChange, endReusedSession } from './passwordService';
export { hasLiveCode, sendCode, verifyPhone } from './phoneService';
export { registerAccount } from './routes';
export { refuseTakenEmail, throwTaken } from './registrationService';
