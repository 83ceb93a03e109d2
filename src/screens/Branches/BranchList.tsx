import { useMemo, useState } from 'react';
import { branchActions, branchesMatching, selectBranches, type BranchAccount } from '../../domains/organisation';
import { paths } from '../../lib/paths';
import { useAppDispatch, useFields } from '../../store/hooks';
import { Button, ButtonLink } from '../../ui/Button';
import { Card } from '../../ui/Page';
import { SearchField } from '../../ui/SearchField';
import { EmptyState } from '../../ui/State';
import { T, useText } from '../../ui/text';
import { BranchRow } from './BranchRow';
import styles from './Branches.module.css';

/** A list longer than this has a search box. */
const SEARCHED_FROM = 10;

/** The branches by name, or a button that creates the first one. */
export const BranchList = ({ branches }: { branches: readonly BranchAccount[] }) => {
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
      <p className={isSearched ? styles.count : 'visually-hidden'} role="status">
        <T id="branches.count" values={{ count: shown.length }} />
      </p>
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
