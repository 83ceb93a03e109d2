import { useEffect } from 'react';
import { Button, IconButton } from './Button';
import { useText } from './text';
import styles from './Pagination.module.css';

const NUMBERS = 5;

/**
 * Returns the page numbers to show: at most five in a row, with the current page in the middle where both sides have
 * room.
 */
export const pageNumbers = (page: number, pages: number): number[] => {
  const first = Math.max(1, Math.min(page - Math.floor(NUMBERS / 2), pages - NUMBERS + 1));
  return Array.from({ length: Math.min(NUMBERS, pages) }, (_, at) => first + at);
};

interface PaginationProps {
  page: number;
  pages: number;
  /** `replace` is true when the address names a page that does not exist. */
  onPage: (page: number, replace?: boolean) => void;
}

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
