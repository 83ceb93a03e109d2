import { Card, Skeleton, LoadState, Page } from '../../ui/LoadState';
import { useEffect, useCallback, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Formik } from 'formik';
import {
  branchOptions,
  branchNamesRequested,
  selectBranchJobCounts,
  type BranchJobCount,
} from '../../domains/organisation';
import { dataOr, type Loadable } from '../../domains/kit/loadable';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { selectSeesBranches, selectUser } from '../../domains/session';
import { introSubmitted, selectPublicPage, type PublicPage, pageOpened } from '../../domains/publicPage';
import { ButtonLink } from '../../ui/Button';
import { Select } from '../../ui/Select';
import { EmptyState } from '../../ui/State';
import { T, useText } from '../../ui/text';
import { PageHeading } from '../../ui/PageHeading';
import { useNavigate } from '../../ui/router';
import { AddressCard } from './AddressCard';
import { Figures } from './Figures';
import { introSchema, toIntro, type IntroValues, IntroForm, Preview } from './Preview';
import styles from './PublicPage.module.css';

const CARDS = [360, 420, 320];

const PublicPageSkeleton = () => (
  <div className="stack gap-24">
    {CARDS.map((height) => (
      <Card key={height} className="stack gap-24 panel">
        <Skeleton width="30%" height={20} />
        <Skeleton width="100%" height={height - 92} />
      </Card>
    ))}
  </div>
);

/** The branch whose page root and HR see. */
const BranchSelect = ({ branches, branchId, branch }: ChosenBranch) => {
  const t = useText();
  const navigate = useNavigate();
  const options = branchOptions(dataOr(branches, []));
  if (options.length === 0) return null;
  const placeholder = { value: '', label: t('yourPage.branch.choose') };
  return (
    <div className={styles.branch}>
      <Select
        label={t('yourPage.branch.label')}
        value={branch ? String(branchId) : ''}
        options={branch ? options : [placeholder, ...options]}
        onChange={(value) => {
          if (value !== '') navigate(paths.yourPage(Number(value)));
        }}
      />
    </div>
  );
};

/** Shown until root or HR chooses a branch. */
const NoBranchChosen = ({ branches }: ChosenBranch) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const isEmpty = dataOr(branches, []).length === 0;
  return (
    <LoadState load={branches} skeleton={<PublicPageSkeleton />} onRetry={() => void dispatch(branchNamesRequested())}>
      <EmptyState
        icon="branches"
        title={<T id={isEmpty ? 'yourPage.branch.none' : 'yourPage.branch.choose'} />}
        text={<T id="yourPage.branch.text" />}
        action={isEmpty && <ButtonLink to={paths.branches()}>{t('shell.nav.branches')}</ButtonLink>}
      />
    </LoadState>
  );
};

const NO_BRANCHES: readonly BranchJobCount[] = [];

interface ChosenBranch {
  /** True for root and HR, who have no page of their own. */
  picks: boolean;
  branches: Loadable<BranchJobCount[]>;
  /** The branch of the address, or the only one; null for the user's own page and before the choice. */
  branchId: number | null;
  branch: BranchJobCount | undefined;
  /** False until root or HR chose a branch. */
  isChosen: boolean;
}

/** Returns the branch whose page is shown: root and HR choose it in the address. */
const useChosenBranch = (): ChosenBranch => {
  const dispatch = useAppDispatch();
  const [params] = useSearchParams();
  const picks = useAppSelector(selectSeesBranches);
  const branches = useAppSelector(selectBranchJobCounts);
  useEffect(() => {
    if (picks) dispatch(branchNamesRequested());
  }, [dispatch, picks]);
  const given = params.get('branchId') ?? '';
  const known = dataOr(branches, NO_BRANCHES);
  const only = known.length === 1 ? known[0]!.userId : null;
  const named = /^[1-9]\d{0,14}$/.test(given) ? Number(given) : only;
  const branchId = picks ? named : null;
  return {
    picks,
    branches,
    branchId,
    branch: known.find(({ userId }) => userId === branchId),
    isChosen: !picks || branchId !== null,
  };
};

interface PageContentProps {
  /** Null for the user's own page. */
  branchId: number | null;
  companyName: string;
  page: PublicPage;
}

/** Everything about one page: switch and address, introduction with its preview, figures. */
const PageContent = ({ branchId, companyName, page }: PageContentProps) => {
  const dispatch = useAppDispatch();
  const { changes } = useFields(selectPublicPage, 'changes');
  const isBusy = changes.intro.status === 'loading';
  const [initialValues] = useState<IntroValues>({ intro: page.intro ?? '' });
  return (
    <div className="stack gap-24">
      <AddressCard branchId={branchId} page={page} />
      <Formik
        initialValues={initialValues}
        validationSchema={introSchema}
        onSubmit={(values) => {
          if (!isBusy) dispatch(introSubmitted({ branchId, intro: toIntro(values) }));
        }}
      >
        {({ values }) => (
          <Card className={styles.beside}>
            <IntroForm change={changes.intro} stored={page.intro} />
            <Preview companyName={companyName} intro={values.intro} page={page} />
          </Card>
        )}
      </Formik>
      <Figures page={page} />
    </div>
  );
};

/** The public page of a branch or company, where people apply by phone: docs/PRODUCT.md#your-page. */
export const PublicPageScreen = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectUser);
  const chosen = useChosenBranch();
  const { branchId, isChosen } = chosen;
  const { page, branchId: openBranchId } = useFields(selectPublicPage, 'page', 'branchId');
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
          <T as="p" className={styles.soft} id="yourPage.text" />
        </div>
        {chosen.picks && <BranchSelect {...chosen} />}
      </div>
      {isChosen ? (
        <LoadState load={isCurrent ? page : { status: 'loading' }} skeleton={<PublicPageSkeleton />} onRetry={open}>
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
