import { branches, hrAccounts } from './staffSlice';

export const branchesReducer = branches.reducer;
export const branchActions = branches.actions;
export const hrAccountsReducer = hrAccounts.reducer;
export const hrActions = hrAccounts.actions;
