export type { ApplicationDetail, ApplicationRow, Comment } from '../../../contract/schemas/applications';
export type { HistoryEntry } from '../../../contract/schemas/history';
export type { ApplicationFilters } from './filters';
export type { ApplicationsQuery } from './rules';
export type { ApplicationsState } from './slice';
export {
  emptyFilters,
  filtersFromSearchParams,
  filtersToQuery,
  filtersToSearchParams,
  normaliseFilters,
} from './filters';
export { isHighScore, queryKey, pageCount, remainingMs, scorePercent } from './rules';
export {
  applicationsReducer,
  appointmentChanged,
  endReached,
  listLeft,
  listOpened,
  retried,
  rowChanged,
  seenRequested,
  shortlistChanged,
  shortlistToggled,
} from './slice';
export { nextStep, displayedRating, starsOf, type NextStep } from './applicant';
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
export { selectApplicant, selectApplications, selectHistory } from './selectors';
export { applicationsSaga } from './saga';
