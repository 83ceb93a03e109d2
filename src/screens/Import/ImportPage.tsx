import { useEffect, useMemo } from 'react';
import { useMatch } from 'react-router-dom';
import {
  selectIsUnfinished,
  IMPORT_FIELDS,
  importActions,
  selectImports,
  selectResults,
  selectTableProblem,
  type ImportKind,
} from '../../domains/imports';
import { useAppSelector, useAppDispatch, useFields } from '../../store/hooks';
import { branchActions, hrActions } from '../../domains/organisation';
import { fieldRequirement, formRequested, selectProfileForm } from '../../domains/profile';
import { dataOr } from '../../domains/kit/loadable';
import { hasLevel, selectUser } from '../../domains/session';
import { paths } from '../../lib/paths';
import { ConfirmDialog } from '../../ui/Modal';
import { useText } from '../../ui/text';
import { LoadState, Card, Page, Skeleton } from '../../ui/LoadState';
import { PageHeading } from '../../ui/PageHeading';
import { useLeaveGuard } from '../../ui/router';
import { ColumnsStep } from './ColumnsStep';
import { CreateStep } from './CreateStep';
import { FileStep } from './FileStep';
import { PreviewStep } from './PreviewStep';
import styles from './Import.module.css';

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** Asks before the user leaves or closes the page while rows are still being added. */
const ImportGuard = () => {
  const t = useText();
  const isUnfinished = useAppSelector(selectIsUnfinished);
  const guard = useLeaveGuard(
    ({ currentLocation, nextLocation }) => isUnfinished && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isUnfinished) return;
    globalThis.addEventListener('beforeunload', warn);
    return () => globalThis.removeEventListener('beforeunload', warn);
  }, [isUnfinished]);
  return (
    <ConfirmDialog
      open={guard.isOpen}
      title={t('imports.leave.title')}
      text={t('imports.leave.text')}
      cancel={t('imports.leave.stay')}
      action={t('imports.leave.action')}
      onCancel={guard.stay}
      onConfirm={guard.leave}
    />
  );
};

/** Loads the organisation's accounts: the preview marks emails that are taken. */
const useAccounts = () => {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectUser);
  const isRoot = user !== null && hasLevel(user, 'root');
  useEffect(() => {
    dispatch(branchActions.listRequested());
    if (isRoot) dispatch(hrActions.listRequested());
    return () => {
      dispatch(branchActions.pageLeft());
      dispatch(hrActions.pageLeft());
    };
  }, [dispatch, isRoot]);
};

/** Returns the fields that this company's form has, once its definition has loaded. */
const useColumnFields = (kind: ImportKind) => {
  const dispatch = useAppDispatch();
  const definition = useAppSelector(selectProfileForm);
  useEffect(() => void dispatch(formRequested()), [dispatch]);
  const columnFields = useMemo(() => {
    const fields = dataOr(definition, null);
    return fields && IMPORT_FIELDS[kind].filter((field) => fieldRequirement(fields, field) !== 'hidden');
  }, [definition, kind]);
  return { definition, columnFields };
};

/** Imports HR staff or branches, as its address says, from a workbook or a CSV file. */
export const ImportPage = () => {
  const kind: ImportKind = useMatch(paths.hrImport()) ? 'hr' : 'branch';
  const t = useText();
  const dispatch = useAppDispatch();
  const { definition, columnFields } = useColumnFields(kind);
  const { file, sheetAt, headerAt, columns, creation } = useFields(
    selectImports,
    'file',
    'sheetAt',
    'headerAt',
    'columns',
    'creation',
  );
  const isUntouched = useAppSelector(selectResults).size === 0 && creation.status === 'init';
  const problem = useAppSelector(selectTableProblem);
  useAccounts();
  useEffect(() => {
    if (!columnFields) return;
    dispatch(importActions.importOpened({ kind, columnFields: [...columnFields] }));
    return () => void dispatch(importActions.importLeft());
  }, [dispatch, kind, columnFields]);
  return (
    <Page>
      <PageHeading title={t(`imports.${kind}.title`)} className="space-below-16" />
      <LoadState
        load={definition}
        skeleton={
          <Card className={styles.step}>
            <Skeleton width="60%" height={20} />
            <Skeleton width="40%" height={44} />
          </Card>
        }
        onRetry={() => void dispatch(formRequested())}
      >
        <div className="stack gap-16">
          <FileStep kind={kind} columnFields={columnFields ?? []} />
          {file.status === 'loaded' && (
            <>
              {isUntouched && <ColumnsStep sheets={file.data.sheets} />}
              {problem === null && (
                <>
                  <CreateStep kind={kind} />
                  <PreviewStep key={JSON.stringify([sheetAt, headerAt, columns])} />
                </>
              )}
            </>
          )}
        </div>
      </LoadState>
      <ImportGuard />
    </Page>
  );
};
