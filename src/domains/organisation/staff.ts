import { branches, hrAccounts } from './staffSlice';

export const branchesReducer = branches.reducer;
/** Events of the branches page. */
export const branchActions = branches.actions;
export const hrAccountsReducer = hrAccounts.reducer;
/** Events of the HR staff page. */
export const hrActions = hrAccounts.actions;
