export { rememberBrowser, clearAttempts } from './loginLimits';
export { deviceOf, presentUser } from './presenter';
export { requirePasswordProof } from './reauthenticationService';
export { findUser, findUserAgent } from './repository';
export { registerSession } from './routes';
export { presentSession } from './service';
