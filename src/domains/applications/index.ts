import type {
  ApplicationDetail as WireDetail,
  ApplicationRow as WireRow,
} from '../../../contract/schemas/applications';

/** Without the flag that `selectIsShortListed` returns: the row's own may be out of date. */
export type ApplicationRow = Omit<WireRow, 'isShortListed'>;
export type ApplicationDetail = Omit<WireDetail, 'isShortListed'>;
export type { Comment } from '../../../contract/schemas/applications';
export type { HistoryEntry } from '../../../contract/schemas/history';
export type { ApplicationSort } from '../../../contract/constants/decisions';
export type { ApplicationFilters } from './filters';
export type { ApplicationsQuery } from './rules';
export type { DecidedRow as LastDecided } from './decidedRows';
export type { ApplicationsState } from './slice';
export {
  emptyFilters,
  filtersFromSearchParams,
  withoutPersonal,
  filtersToQuery,
  filtersToSearchParams,
  normaliseFilters,
  positiveInteger,
} from './filters';
export { getApplication, searchQueryOf } from './api';
export {
  canDecline,
  canShortlist,
  hasWithdrawn,
  isHighScore,
  isInTab,
  queryKey,
  pageCount,
  PAGE_SIZE,
  remainingMs,
} from './rules';
export {
  aheadRequested,
  applicationsChangedElsewhere,
  applicationsReducer,
  appointmentChanged,
  changesMissed,
  decisionChanged,
  endReached,
  listLeft,
  listOpened,
  retried,
  rowChanged,
  rowRefreshed,
  rowsReloaded,
  seenRequested,
  shortlistChanged,
  shortlistFailed,
  shortlistToggled,
} from './slice';
export { arrivalsReducer } from './arrivalsSlice';
export { nextStep, displayedRating, isMissed, starsOf, type NextStep } from './applicant';
export {
  preloadRequested,
  applicantLeft,
  applicantLoaded,
  applicantOpened,
  applicantReducer,
  commentSubmitted,
  detailChanged,
} from './detailSlice';
export { historyReducer, historyRequested, olderRequested } from './historySlice';
export { shortlistedReducer } from './shortlistedSlice';
export {
  selectApplicant,
  selectApplications,
  selectArrivals,
  selectHistory,
  selectAhead,
  selectLastDecided,
  selectIsShortListed,
  selectKnownName,
  selectShortlisted,
  selectIsShortlistPending,
} from './selectors';
export { applicantSaga } from './applicantSaga';
export { applicationsSaga } from './saga';
