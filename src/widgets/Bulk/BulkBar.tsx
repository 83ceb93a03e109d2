import { useCallback, useEffect } from 'react';
import { BULK_IDS_MAX } from '../../../contract/constants/bulks';
import { EXPORT_ROWS_DIRECT } from '../../../contract/constants/limits';
import { type ApplicationsQuery, isOfWithdrawn, searchQueryOf } from '../../domains/applications';
import {
  allChosen,
  chosenCount,
  dialogClosed,
  dialogOpened,
  markedIds,
  selectBulks,
  selectionCleared,
  selectSelection,
  type BulkAction,
} from '../../domains/bulks';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { withLaterWork } from '../../store/withLaterWork';
import { Button, IconButton } from '../../ui/Button';
import { lazyDialog } from '../../ui/lazyPart';
import type { IconName } from '../../ui/icons';
import { useText } from '../../ui/text';
import { selectExports, workbookRequested } from '../../domains/exports';
import { selectLanguage } from '../../domains/preferences';
import styles from './BulkBar.module.css';

/**
 * Returns a function that makes a workbook of the chosen rows; null if all rows but some are chosen and they are too
 * many for a direct export, which then cannot leave rows out.
 */
const useChosenExport = (query: ApplicationsQuery, matches: number | null): (() => void) | null => {
  const dispatch = useAppDispatch();
  const language = useAppSelector(selectLanguage);
  const selection = useAppSelector(selectSelection);
  const ids = markedIds(selection);
  if (!selection.isAll) return () => void dispatch(workbookRequested({ ids, language }));
  if (ids.length > 0 && (matches === null || matches > EXPORT_ROWS_DIRECT)) return null;
  return () => void dispatch(workbookRequested({ query: searchQueryOf(query), except: ids, language }));
};

const BulkDialog = lazyDialog(async () => (await withLaterWork(() => import('./BulkDialog'))).BulkDialog);

const ICONS: Record<BulkAction, IconName> = {
  shortlist: 'star',
  unshortlist: 'star',
  decline: 'decline',
  reopen: 'back',
  message: 'mail',
};

/** Returns the actions that make sense for the rows of a list. */
const actionsOf = (query: ApplicationsQuery): readonly BulkAction[] => {
  const { tab } = query;
  if (isOfWithdrawn(query)) return ['message'];
  if (tab === 'declined') return ['reopen', 'message'];
  return [tab === 'shortListed' ? 'unshortlist' : 'shortlist', 'decline', 'message'];
};

interface BulkBarProps {
  query: ApplicationsQuery;
  /** The number of matches of the list; null while unknown. */
  matches: number | null;
  /** The list's filters in words. */
  words: readonly string[];
}

/** What the user can do with the chosen rows. It takes the place of the list's tools. */
export const BulkBar = ({ query, matches, words }: BulkBarProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const selection = useAppSelector(selectSelection);
  const { dialog } = useFields(selectBulks, 'dialog');
  // The dialog must not open again when the user comes back to the list.
  const closeDialog = useCallback(() => void dispatch(dialogClosed()), [dispatch]);
  useEffect(() => () => closeDialog(), [closeDialog]);
  const exportChosen = useChosenExport(query, matches);
  const { workbook } = useFields(selectExports, 'workbook');
  const count = chosenCount(selection, matches);
  const isFull = markedIds(selection).length >= BULK_IDS_MAX;
  const offersAll = !selection.isAll && matches !== null && count !== null && matches > count;
  return (
    <div className={styles.bar} role="region" aria-label={t('bulk.bar')}>
      <p className="bold numbers one-line" role="status">
        <span>{count === null ? t('bulk.allChosen') : t('bulk.chosen', { count })}</span>
        {isFull && <span>{` · ${t(selection.isAll ? 'bulk.mostLeftOut' : 'bulk.most')}`}</span>}
      </p>
      {offersAll && (
        <Button
          small
          look="quiet"
          className={styles.all}
          title={t('bulk.chooseAll', { count: matches })}
          onClick={() => dispatch(allChosen())}
        >
          <span className={styles.full}>{t('bulk.chooseAll', { count: matches })}</span>
          <span className={styles.short} aria-hidden="true">
            {t('bulk.all', { count: matches })}
          </span>
        </Button>
      )}
      <div className={styles.actions}>
        {actionsOf(query).map((action) => (
          <Button
            key={action}
            small
            icon={ICONS[action]}
            title={t(`bulk.action.${action}`)}
            disabled={count === 0}
            onPointerEnter={BulkDialog.preload}
            onClick={() => dispatch(dialogOpened({ action }))}
          >
            <span className={styles.label}>{t(`bulk.action.${action}`)}</span>
          </Button>
        ))}
        <Button
          small
          icon="download"
          title={t(exportChosen ? 'bulk.export' : 'bulk.exportTooMany')}
          disabled={count === 0 || !exportChosen}
          busy={workbook.status === 'loading'}
          onClick={exportChosen ?? undefined}
        >
          <span className={styles.label}>{t('bulk.export')}</span>
        </Button>
      </div>
      <IconButton
        icon="close"
        className={styles.clear}
        label={t('bulk.clear')}
        onClick={() => dispatch(selectionCleared())}
      />
      {dialog && (
        <BulkDialog action={dialog} query={query} count={count} words={words} key={dialog} onClose={closeDialog} />
      )}
    </div>
  );
};
