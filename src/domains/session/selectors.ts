import type { ReauthenticationState } from './reauthenticationSlice';
import { seesBranchNames } from './rules';
import type { SessionState } from './slice';

interface Root {
  session: SessionState;
}
interface ReauthenticationRoot {
  reauthentication: ReauthenticationState;
}

export const selectSession = (state: Root) => state.session;
export const selectUser = (state: Root) => state.session.user;
/** True for root and HR, who see which branch a job belongs to. */
export const selectSeesBranches = ({ session: { user } }: Root) => user !== null && seesBranchNames(user);
/** False where the organisation switched the filters on age, gender and military service off. */
export const selectUsesPersonalFilters = (state: Root) => state.session.user?.personalFilters !== false;
/** Returns the user whose answers this device may keep, to read without a network; null for nobody. */
export const selectOfflineReader = ({ session: { user, accessToken } }: Root): number | null =>
  user?.offlineReading === true && accessToken !== null ? user.id : null;
export const selectIsSignedIn = (state: Root) => state.session.user !== null;
export const selectAccessToken = (state: Root) => state.session.accessToken;
export const selectStart = (state: Root) => state.session.start;
export const selectLogin = (state: Root) => state.session.login;
export const selectExpired = (state: Root) => state.session.expired;
export const selectRefused = (state: Root) => state.session.refused;
/** True while the page is about to reload after the end of the session. */
export const selectIsLeaving = (state: Root) => state.session.logout.status === 'loaded';
export const selectReauthentication = (state: ReauthenticationRoot) => state.reauthentication;
