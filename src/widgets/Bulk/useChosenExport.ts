import { EXPORT_ROWS_DIRECT } from '../../../contract/constants/limits';
import { searchQueryOf, type ApplicationsQuery } from '../../domains/applications';
import { markedIds, selectSelection } from '../../domains/bulks';
import { workbookRequested } from '../../domains/exports';
import { selectLanguage } from '../../domains/preferences';
import { useAppDispatch, useAppSelector } from '../../store/hooks';

/** Returns a function that makes a workbook of the chosen rows; null because one of very many rows has no exceptions. */
export const useChosenExport = (query: ApplicationsQuery, matches: number | null): (() => void) | null => {
  const dispatch = useAppDispatch();
  const language = useAppSelector(selectLanguage);
  const selection = useAppSelector(selectSelection);
  const ids = markedIds(selection);
  if (!selection.isAll) return () => void dispatch(workbookRequested({ ids, language }));
  if (ids.length > 0 && (matches === null || matches > EXPORT_ROWS_DIRECT)) return null;
  return () => void dispatch(workbookRequested({ query: searchQueryOf(query), except: ids, language }));
};
