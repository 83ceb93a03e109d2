export type { ApplicationRow } from '../../../contract/schemas/applications';
export type { ApplicationFilters } from './filters';
export type { ApplicationsQuery } from './rules';
export type { ApplicationsState } from './slice';
export {
  emptyFilters,
  filtersFromSearchParams,
  filtersToQuery,
  filtersToSearchParams,
  matchesFilters,
  normaliseFilters,
} from './filters';
export { isHighScore, remainingMs, scorePercent } from './rules';
export {
  applicationsReducer,
  appointmentChanged,
  countsRequested,
  endReached,
  listLeft,
  listOpened,
  retried,
  seenRequested,
  shortlistChanged,
  shortlistFailed,
  shortlistToggled,
} from './slice';
export { selectApplications } from './selectors';
export { applicationsSaga } from './saga';
