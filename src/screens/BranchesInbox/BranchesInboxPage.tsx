import { useEffect } from 'react';
import { branchesLeft, branchesOpened, selectBranchInboxes, type BranchInbox } from '../../domains/chat';
import { dataOr } from '../../domains/kit/loadable';
import { paths } from '../../lib/paths';
import { useAppDispatch, useFields } from '../../store/hooks';
import { Avatar } from '../../ui/Avatar';
import { ButtonLink } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { LoadState, Card, Page, Skeleton } from '../../ui/LoadState';
import { PageHeading } from '../../ui/PageHeading';
import { EmptyState } from '../../ui/State';
import { T, useText } from '../../ui/text';
import { Link } from '../../ui/router';
import { BranchName } from '../../widgets/ApplicationList/BranchName';
import styles from './BranchesInbox.module.css';

const ROWS = [1, 2, 3, 4];

const InboxesSkeleton = () => (
  <Card>
    <ul className={styles.rows}>
      {ROWS.map((row) => (
        <li key={row} className={styles.row}>
          <Skeleton width={48} height={48} round />
          <span className="stack gap-2 grows shrinks">
            <Skeleton width="40%" height={18} />
            <Skeleton width="25%" />
          </span>
        </li>
      ))}
    </ul>
  </Card>
);

const BranchRow = ({ branch: { id, companyName, imageUrl, nbTotal, nbInbox } }: { branch: BranchInbox }) => {
  const t = useText();
  return (
    <li>
      <Link to={paths.branchInbox(id)} className={styles.row}>
        <Avatar
          name={companyName}
          src={imageUrl}
          size={48}
          badge={nbInbox}
          badgeLabel={t('inbox.unread', { count: nbInbox })}
        />
        <span className="stack gap-2 grows shrinks">
          <BranchName className="bold breaks" name={companyName} />
          <T className="hint" id="branchesInbox.total" values={{ count: nbTotal }} />
        </span>
      </Link>
    </li>
  );
};

/** The inbox of all branches, before that of each. */
const AllRow = ({ branches }: { branches: readonly BranchInbox[] }) => {
  const sum = (of: 'nbTotal' | 'nbInbox') => branches.reduce((all, branch) => all + branch[of], 0);
  const unread = sum('nbInbox');
  return (
    <li>
      <Link to={paths.wholeInbox()} className={styles.row}>
        <span className={styles.all}>
          <Icon name="inbox" />
        </span>
        <span className="stack gap-2 grows shrinks">
          <T className="bold" id="inbox.all.title" />
          <span className="hint dotted">
            <T id="branchesInbox.total" values={{ count: sum('nbTotal') }} />
            {unread > 0 && <T id="inbox.unread" values={{ count: unread }} />}
          </span>
        </span>
      </Link>
    </li>
  );
};

/** The branches with the counts of their inboxes, for root and HR staff: docs/PRODUCT.md#inbox. */
export const BranchesInboxPage = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { branches } = useFields(selectBranchInboxes, 'branches');
  useEffect(() => {
    dispatch(branchesOpened());
    return () => void dispatch(branchesLeft());
  }, [dispatch]);
  const shown = dataOr(branches, []);
  return (
    <Page>
      <PageHeading title={t('branchesInbox.title')} className="size-24 space-below-16" />
      <LoadState load={branches} skeleton={<InboxesSkeleton />} onRetry={() => void dispatch(branchesOpened())}>
        {shown.length === 0 ? (
          <EmptyState
            icon="branches"
            title={<T id="branchesInbox.empty.title" />}
            text={<T id="branchesInbox.empty.text" />}
            action={<ButtonLink to={paths.branches()} textId="branchesInbox.empty.action" />}
          />
        ) : (
          <Card>
            <ul className={styles.rows}>
              <AllRow branches={shown} />
              {shown.map((branch) => (
                <BranchRow key={branch.id} branch={branch} />
              ))}
            </ul>
          </Card>
        )}
      </LoadState>
    </Page>
  );
};
