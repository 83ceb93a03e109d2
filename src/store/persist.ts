import { createMigrate, persistReducer, type MigrationManifest, type PersistConfig } from 'redux-persist';
import type { Reducer } from '@reduxjs/toolkit';
import type { OutboxState } from '../domains/chat';
import type { PendingExportState } from '../domains/exports';
import type { JobDraftsState } from '../domains/jobs';
import type { OpenPaymentsState } from '../domains/openPayments';
import type { PreferencesState } from '../domains/preferences';
import type { SessionState } from '../domains/session';
import type { Storage } from '../lib/storage';

/**
 * Keys in localStorage. `persist:session` holds the user and the access token, `persist:preferences` the choice of
 * language, theme and keys, `persist:jobDrafts` unsent forms by user, `persist:outbox` unconfirmed messages and drafts
 * of messages by user, `persist:pendingExport` the id of a workbook in progress, `persist:openPayments` the baskets,
 * attempts and times of unfinished payments by user. The storage holds nothing else of the store, in particular no
 * load states and no card data.
 */
export const SESSION_KEY = 'session';
export const PREFERENCES_KEY = 'preferences';
export const JOB_DRAFTS_KEY = 'jobDrafts';
export const OUTBOX_KEY = 'outbox';
export const PENDING_EXPORT_KEY = 'pendingExport';
export const OPEN_PAYMENTS_KEY = 'openPayments';

/** Raise it by one with every change of the stored data, and add a migration. */
export const PERSIST_VERSION = 2;

interface PreferencesV0 {
  locale?: string;
  theme?: string;
}

/**
 * Version 0 stored the interface's language as `locale`, which did not say whether the user had chosen it. Version 1
 * stores `chosenLocale`. Version 2 stores whether single-key shortcuts are on; without a stored value they are.
 */
export const migrations: MigrationManifest = {
  1: (state) => {
    if (!state) return state;
    const { locale, ...rest } = state as unknown as PreferencesV0 & Record<string, unknown>;
    return { ...rest, ...(locale !== undefined && { chosenLocale: locale }) } as unknown as typeof state;
  },
  2: (state) => state,
};

const migrate = createMigrate(migrations, { debug: false });

const configOf = <S>(key: string, whitelist: (keyof S & string)[], storage: Storage): PersistConfig<S> => ({
  key,
  version: PERSIST_VERSION,
  storage,
  whitelist,
  migrate,
});

export const persistSession = (reducer: Reducer<SessionState>, storage: Storage) =>
  persistReducer<SessionState>(configOf<SessionState>(SESSION_KEY, ['user', 'accessToken'], storage), reducer);

export const persistPreferences = (reducer: Reducer<PreferencesState>, storage: Storage) =>
  persistReducer<PreferencesState>(
    configOf<PreferencesState>(PREFERENCES_KEY, ['chosenLocale', 'theme', 'hasPageKeys'], storage),
    reducer,
  );

export const persistJobDrafts = (reducer: Reducer<JobDraftsState>, storage: Storage) =>
  persistReducer<JobDraftsState>(configOf<JobDraftsState>(JOB_DRAFTS_KEY, ['byKey', 'attempts'], storage), reducer);

export const persistOutbox = (reducer: Reducer<OutboxState>, storage: Storage) =>
  persistReducer<OutboxState>(configOf<OutboxState>(OUTBOX_KEY, ['entries', 'drafts'], storage), reducer);

export const persistPendingExport = (reducer: Reducer<PendingExportState>, storage: Storage) =>
  persistReducer<PendingExportState>(configOf<PendingExportState>(PENDING_EXPORT_KEY, ['export'], storage), reducer);

export const persistOpenPayments = (reducer: Reducer<OpenPaymentsState>, storage: Storage) =>
  persistReducer<OpenPaymentsState>(configOf<OpenPaymentsState>(OPEN_PAYMENTS_KEY, ['entries'], storage), reducer);
