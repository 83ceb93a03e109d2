import type { Action } from '@reduxjs/toolkit';
import { all, fork, takeEvery } from 'redux-saga/effects';
import type { Step } from '../kit/effects';
import { safely } from '../kit/safely';
import { sharedEvents } from '../kit/tabs';
import { browserLocaleFound, PREFERENCES } from './slice';

const tabs = sharedEvents(PREFERENCES);

/** True for each choice of the user. The browser's language is no choice, and every tab finds it by itself. */
const isChoice = ({ type }: Action): boolean => type.startsWith(`${PREFERENCES}/`) && type !== browserLocaleFound.type;

/** Repeats each choice in the other tabs, because every tab writes all preferences to the storage. */
export function* preferencesSaga(): Step<void> {
  yield all([fork(tabs.receive), takeEvery(isChoice, safely(tabs.share))]);
}
