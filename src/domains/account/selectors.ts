import type { PasswordsState } from './passwordsSlice';
import type { RestorationState } from './restorationSlice';
import type { AccountState } from './slice';

interface Root {
  account: AccountState;
}
interface PasswordsRoot {
  passwords: PasswordsState;
}

export const selectRegistrationDraft = (state: Root) => state.account.draft;
export const selectRegistrationPassword = (state: Root) => state.account.password;
export const selectCountryCheck = (state: Root) => state.account.countryCheck;
export const selectRegistration = (state: Root) => state.account.submit;
export const selectForget = (state: PasswordsRoot) => state.passwords.forget;
export const selectTokenCheck = (state: PasswordsRoot) => state.passwords.check;
export const selectReset = (state: PasswordsRoot) => state.passwords.reset;
export const selectRestoration = (state: { restoration: RestorationState }) => state.restoration;
