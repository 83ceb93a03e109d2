import { memo, useMemo, useState, useEffect, useRef } from 'react';
import { fullName } from '../../../contract/constants/text';
import { branchActions, type BranchAccount, branchesMatching, selectBranches } from '../../domains/organisation';
import { paths } from '../../lib/paths';
import { useAppDispatch, useFields, useAppSelector } from '../../store/hooks';
import { Avatar } from '../../ui/Avatar';
import { IconButton, Button, ButtonLink } from '../../ui/Button';
import { Invitation } from '../../ui/Invitation';
import { Name, useText, T } from '../../ui/text';
import { BranchName } from '../../widgets/ApplicationList/BranchName';
import styles from './BranchesPage.module.css';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { formRequested, selectProfileForm } from '../../domains/profile';
import { dataOr } from '../../domains/kit/loadable';
import { selectUser } from '../../domains/session';
import { Card, Page, LoadState, Skeleton } from '../../ui/LoadState';
import { SearchField } from '../../ui/SearchField';
import { EmptyState } from '../../ui/State';
import { RemovalDialog } from '../../ui/RemovalDialog';
import { FormConfigFailure } from '../../ui/FormConfigFailure';
import { PageHeading } from '../../ui/PageHeading';
import { useFocusAfterLoss } from '../../ui/focusAfterLoss';
import { Link } from '../../ui/router';
import { BranchForm } from './BranchForm';

const SIZE = 48;

const BranchRow = memo(({ branch, isInviting }: { branch: BranchAccount; isInviting: boolean }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { id, companyName: name, email, imageUrl, isActivated, invitedAt } = branch;
  return (
    <li className={styles.row}>
      <Avatar name={name} src={imageUrl} size={SIZE} />
      <div className="stack at-start gap-2 shrinks breaks">
        <Link className={styles.name} to={paths.jobs(id)}>
          <BranchName name={name} />
        </Link>
        <span className="hint">
          <Name>{fullName(branch)}</Name>
        </span>
        <span className="hint">
          <Name>{email}</Name>
        </span>
        <Link className="hint" to={paths.yourPage(id)} aria-label={t('staff.pageNamed', { name })}>
          {t('staff.page')}
        </Link>
      </div>
      {!isActivated && (
        <div className={styles.invitation}>
          <Invitation
            name={name}
            invitedAt={invitedAt}
            isBusy={isInviting}
            onSend={() => dispatch(branchActions.invitationRequested({ id, email }))}
          />
        </div>
      )}
      <div className={styles.actions}>
        <IconButton
          icon="edit"
          label={t('staff.editNamed', { name })}
          onClick={() => dispatch(branchActions.formOpened({ id }))}
        />
        <IconButton
          icon="trash"
          label={t('staff.deleteNamed', { name })}
          onClick={() => dispatch(branchActions.removalRequested({ id }))}
        />
      </div>
    </li>
  );
});
BranchRow.displayName = 'BranchRow';

/** A list longer than this has a search box. */
const SEARCHED_FROM = 10;

/** The branches by name, or a button that creates the first one. */
const BranchList = ({ branches }: { branches: readonly BranchAccount[] }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { inviting } = useFields(selectBranches, 'inviting');
  const [text, setText] = useState('');
  const isSearched = branches.length > SEARCHED_FROM;
  const shown = useMemo(() => (isSearched ? branchesMatching(branches, text) : branches), [branches, isSearched, text]);
  if (branches.length === 0) {
    return (
      <EmptyState
        icon="branches"
        title={<T id="branches.empty.title" />}
        text={<T id="branches.empty.text" />}
        action={
          <>
            <Button look="primary" icon="plus" onClick={() => dispatch(branchActions.formOpened({ id: null }))}>
              {t('branches.add')}
            </Button>
            <ButtonLink to={paths.branchImport()}>{t('imports.open')}</ButtonLink>
          </>
        }
      />
    );
  }
  return (
    <>
      {isSearched && (
        <div className={styles.search}>
          <SearchField label={t('branches.search')} value={text} onChange={setText} />
        </div>
      )}
      <T
        as="p"
        className={isSearched ? styles.count : 'visually-hidden'}
        role="status"
        id="branches.count"
        values={{ count: shown.length }}
      />
      {shown.length === 0 ? (
        <EmptyState
          icon="search"
          title={<T id="branches.noMatch.title" />}
          text={<T id="branches.noMatch.text" values={{ text }} />}
          action={<Button onClick={() => setText('')}>{t('branches.noMatch.action')}</Button>}
        />
      ) : (
        <Card>
          <ul>
            {shown.map((branch) => (
              <BranchRow key={branch.id} branch={branch} isInviting={inviting[branch.id]?.status === 'loading'} />
            ))}
          </ul>
        </Card>
      )}
    </>
  );
};

/**
 * Asks for confirmation before a branch is closed. A branch with active jobs cannot be closed, so the dialog links to
 * them.
 */
const BranchRemoval = ({ branch: { id, companyName } }: { branch: BranchAccount }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { removal } = useFields(selectBranches, 'removal');
  const failure = removal.status === 'failed' ? removal.error : null;
  return (
    <RemovalDialog
      title={t('branches.delete.title', { name: companyName })}
      text={t('branches.delete.text')}
      action={t('branches.delete.action')}
      isBusy={removal.status === 'loading'}
      failure={failure}
      wayOut={
        failure?.key === ERROR_KEYS.branchHasActiveJobs && (
          <ButtonLink look="primary" to={paths.jobs(id)}>
            {t('branches.delete.toJobs')}
          </ButtonLink>
        )
      }
      onConfirm={() => dispatch(branchActions.removalConfirmed({ id }))}
      onCancel={() => dispatch(branchActions.removalDismissed())}
    />
  );
};

const ROWS = [1, 2, 3, 4];

const BranchesSkeleton = () => (
  <Card>
    <ul>
      {ROWS.map((row) => (
        <li key={row} className={styles.row}>
          <Skeleton width={48} height={48} round />
          <div className="stack at-start gap-2 shrinks breaks">
            <Skeleton width="40%" height={18} />
            <Skeleton width="60%" />
          </div>
        </li>
      ))}
    </ul>
  </Card>
);

/** The branches of the organisation, for HR staff and root. */
export const BranchesPage = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectUser);
  const { list, form, removing } = useFields(selectBranches, 'list', 'form', 'removing');
  const definition = useAppSelector(selectProfileForm);
  const summary = useRef<HTMLParagraphElement>(null);
  const branches = dataOr(list, []);
  useEffect(() => {
    dispatch(branchActions.listRequested());
    dispatch(formRequested());
    return () => void dispatch(branchActions.pageLeft());
  }, [dispatch]);
  useFocusAfterLoss(summary, list.status === 'loaded' ? branches.length : null);
  if (!user) return null;

  const edited = branches.find(({ id }) => id === form?.id) ?? null;
  const leaving = branches.find(({ id }) => id === removing?.id);
  // The definition decides the form's layout. If it fails to load, the form opens without the fields that need it.
  const isFormReady = definition.status === 'loaded' || definition.status === 'failed';
  return (
    <Page>
      <div className="row wrap between gap-16 space-below-16">
        <div>
          <PageHeading title={t('branches.title')} />
          <p ref={summary} tabIndex={-1} className={styles.company}>
            {user.companyName ? <Name>{user.companyName}</Name> : <T id="profile.unknownCompany" />}
          </p>
        </div>
        {branches.length > 0 && (
          <div className={styles.tools}>
            <ButtonLink to={paths.branchImport()}>{t('imports.open')}</ButtonLink>
            <Button look="primary" icon="plus" onClick={() => dispatch(branchActions.formOpened({ id: null }))}>
              {t('branches.add')}
            </Button>
          </div>
        )}
      </div>
      <LoadState
        load={list}
        skeleton={<BranchesSkeleton />}
        onRetry={() => void dispatch(branchActions.listRequested())}
      >
        <BranchList branches={branches} />
      </LoadState>
      {form && isFormReady && (form.id === null || edited) && <BranchForm key={form.id} branch={edited} user={user} />}
      {leaving && <BranchRemoval branch={leaving} />}
      <FormConfigFailure
        failure={form && definition.status === 'failed' ? definition.error : null}
        onRetry={() => void dispatch(formRequested())}
      />
    </Page>
  );
};
