import { all, fork, takeEvery } from 'redux-saga/effects';
import type { Step } from '../kit/effects';
import { safely } from '../kit/safely';
import { sharedEvents } from '../kit/tabs';
import {
  declineReasonChosen,
  goingOnSwitched,
  localeChosen,
  pageKeysSwitched,
  posterSaved,
  themeChosen,
  todaySwitched,
} from './slice';

const tabs = sharedEvents('preferences');

const CHOICES = [
  declineReasonChosen,
  goingOnSwitched,
  localeChosen,
  pageKeysSwitched,
  posterSaved,
  themeChosen,
  todaySwitched,
];

/** Repeats each choice in the other tabs, because every tab writes all preferences to the storage. */
export function* preferencesSaga(): Step<void> {
  yield all([fork(tabs.receive), takeEvery(CHOICES, safely(tabs.share))]);
}
