import { useCallback, useEffect } from 'react';
import { pageOpened, selectDoor } from '../../domains/door';
import { selectUser } from '../../domains/session';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { LoadState } from '../../ui/LoadState';
import { Page } from '../../ui/Page';
import { PageHeading } from '../../ui/PageHeading';
import { T, useText } from '../../ui/text';
import { BranchSelect, NoBranchChosen } from './BranchChoice';
import { PageContent } from './PageContent';
import { YourPageSkeleton } from './YourPageSkeleton';
import { useChosenBranch } from './useChosenBranch';
import styles from './YourPage.module.css';

/** The public page of a branch or company, where people apply by phone: docs/PRODUCT.md#your-page. */
export const YourPage = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectUser);
  const chosen = useChosenBranch();
  const { branchId, isChosen } = chosen;
  const { page, branchId: openBranchId } = useFields(selectDoor, 'page', 'branchId');
  const open = useCallback(() => {
    if (isChosen) dispatch(pageOpened({ branchId }));
  }, [dispatch, branchId, isChosen]);
  useEffect(() => {
    open();
  }, [open]);
  const isCurrent = openBranchId === branchId;
  return (
    <Page>
      <div className={styles.head}>
        <div>
          <PageHeading title={t('yourPage.title')} />
          <p className={styles.soft}>
            <T id="yourPage.text" />
          </p>
        </div>
        {chosen.picks && <BranchSelect {...chosen} />}
      </div>
      {isChosen ? (
        <LoadState load={isCurrent ? page : { status: 'loading' }} skeleton={<YourPageSkeleton />} onRetry={open}>
          {page.status === 'loaded' && (
            <PageContent
              key={branchId}
              branchId={branchId}
              companyName={chosen.branch?.companyName ?? user?.companyName ?? ''}
              page={page.data}
            />
          )}
        </LoadState>
      ) : (
        <NoBranchChosen {...chosen} />
      )}
    </Page>
  );
};
