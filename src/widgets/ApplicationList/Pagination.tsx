import { useEffect } from 'react';
import { pageNumbers } from '../../domains/applications';
import { Button, IconButton } from '../../ui/Button';
import { useText } from '../../ui/text';
import styles from './Pagination.module.css';

interface PaginationProps {
  page: number;
  pages: number;
  /** `replace`: the address named a page that is not there. */
  onPage: (page: number, replace?: boolean) => void;
}

/** Numbered pages, five numbers at a time. Spec 2, point 9. */
export const Pagination = ({ page, pages, onPage }: PaginationProps) => {
  const t = useText();
  const isBeyond = page > pages;
  useEffect(() => {
    if (isBeyond) onPage(pages, true);
  }, [isBeyond, pages, onPage]);
  if (pages < 2) return null;
  return (
    <nav className={styles.pages} aria-label={t('ui.pages.label')}>
      <IconButton
        icon="back"
        label={t('ui.pages.previous')}
        aria-disabled={page <= 1}
        onClick={() => page > 1 && onPage(page - 1)}
      />
      {pageNumbers(page, pages).map((number) => (
        <Button
          key={number}
          look={number === page ? 'secondary' : 'quiet'}
          className={styles.number}
          aria-label={t('ui.pages.page', { page: number })}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => number !== page && onPage(number)}
        >
          {number}
        </Button>
      ))}
      <IconButton
        icon="forward"
        label={t('ui.pages.next')}
        aria-disabled={page >= pages}
        onClick={() => page < pages && onPage(page + 1)}
      />
      <span className={styles.of}>{t('ui.pages.of', { page, pages })}</span>
    </nav>
  );
};
