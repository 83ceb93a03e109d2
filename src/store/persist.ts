import { createMigrate, persistReducer, type MigrationManifest } from 'redux-persist';
import type { Reducer } from '@reduxjs/toolkit';
import type { WaitingState } from '../domains/applications';
import type { PendingBulksState } from '../domains/bulks';
import type { OutboxState } from '../domains/chat';
import type { PendingExportState } from '../domains/exports';
import type { JobDraftsState } from '../domains/jobs';
import type { OpenPaymentsState } from '../domains/openPayments';
import type { PreferencesState } from '../domains/preferences';
import type { SessionState } from '../domains/session';
import type { Storage } from '../lib/storage';

/**
 * Keys in localStorage: each persisted slice is stored under `persist:` and its name. `persist:session` holds the user
 * and the access token, `persist:preferences` the choice of language, theme,
 * keys, reasons, the first page and saved posters, `persist:jobDrafts` unsent forms
 * by user, `persist:outbox` unconfirmed messages and drafts of messages by user, `persist:pendingExport` the id of a
 * workbook in progress, `persist:pendingBulks` the ids of unfinished bulk actions by user, `persist:openPayments` the baskets, attempts and times of unfinished payments by user, `persist:waiting` the ids and reasons of decisions that wait for the network, and of refused ones, by user. The
 * storage holds nothing else of the store, in particular no load states and no card data.
 */
export const SESSION_KEY = 'session';
export const PREFERENCES_KEY = 'preferences';

/** Raise it by one with every change of the stored data, and add a migration. */
export const PERSIST_VERSION = 6;

interface PreferencesV0 {
  locale?: string;
  theme?: string;
}

interface OpenPaymentV2 {
  isPendingTold?: boolean;
}

/**
 * Version 0 stored the interface's language as `locale`, which did not say whether the user had chosen it. Version 1
 * stores `chosenLocale`. Version 2 stores whether single-key shortcuts are on; without a stored value they are.
 * Version 3 renames `isPendingTold` of an open payment to `isPendingNotified`. Version 4 stores whether a decision opens
 * the next applicant, which it does without a stored value, and each user's last reason for declining. Version 5 stores
 * which users begin with Today and which have their poster. Version 6 stores waiting decisions.
 */
const migrations: MigrationManifest = {
  1: (state) => {
    if (!state) return state;
    const { locale, ...rest } = state as unknown as PreferencesV0 & Record<string, unknown>;
    return { ...rest, ...(locale !== undefined && { chosenLocale: locale }) } as unknown as typeof state;
  },
  2: (state) => state,
  3: (state) => {
    if (!state || !('entries' in state)) return state;
    const entries = (state.entries as OpenPaymentV2[]).map(({ isPendingTold, ...entry }) =>
      isPendingTold === undefined ? entry : { ...entry, isPendingNotified: isPendingTold },
    );
    return { ...state, entries } as typeof state;
  },
  4: (state) => state,
  5: (state) => state,
  6: (state) => state,
};

const migrate = createMigrate(migrations, { debug: false });

/** Returns a function that stores the fields in `whitelist` of a slice; the type hides the mark of redux-persist. */
const persisted =
  <S>(key: string, whitelist: (keyof S & string)[]) =>
  (reducer: Reducer<S>, storage: Storage) =>
    // Without `timeout: 0`, redux-persist reports a failed read five seconds after each repeated PERSIST.
    persistReducer<S>(
      { key, version: PERSIST_VERSION, storage, whitelist, migrate, timeout: 0 },
      reducer,
    ) as Reducer<S>;

export const persistSession = persisted<SessionState>(SESSION_KEY, ['user', 'accessToken']);
export const persistPreferences = persisted<PreferencesState>(PREFERENCES_KEY, [
  'chosenLocale',
  'theme',
  'hasPageKeys',
  'goesOn',
  'declineReasons',
  'beginsWithToday',
  'hasPoster',
]);
export const persistJobDrafts = persisted<JobDraftsState>('jobDrafts', ['byKey', 'attempts']);
export const persistWaiting = persisted<WaitingState>('waiting', ['entries', 'refused']);
export const persistOutbox = persisted<OutboxState>('outbox', ['entries', 'drafts']);
export const persistPendingExport = persisted<PendingExportState>('pendingExport', ['export']);
export const persistPendingBulks = persisted<PendingBulksState>('pendingBulks', ['bulks']);
export const persistOpenPayments = persisted<OpenPaymentsState>('openPayments', ['entries']);
