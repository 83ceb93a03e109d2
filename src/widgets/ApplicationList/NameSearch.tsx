import { useEffect, useRef, useState } from 'react';
import { SEARCH_MAX } from '../../../contract/constants/limits';
import { SearchField } from '../../ui/SearchField';
import { useText } from '../../ui/text';
import styles from './Filters.module.css';

const DELAY = 300;

/** Searches by name 300 ms after the last key, or at once on Enter. */
export const NameSearch = ({ q, onSearch }: { q: string; onSearch: (q: string) => void }) => {
  const t = useText();
  const [text, setText] = useState(q);
  const [shown, setShown] = useState(q);
  const [sent, setSent] = useState(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  // The address changed. Back, a chip or a link changes the shown text; a search from this box has set it already.
  if (q !== shown) {
    setShown(q);
    if (q !== sent) {
      setSent(q);
      setText(q);
    }
  }

  const send = (value: string) => {
    clearTimeout(timer.current);
    setSent(value.trim());
    if (value.trim() !== q) onSearch(value.trim());
  };
  const handleChange = (value: string) => {
    setText(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(value), DELAY);
  };
  return (
    <SearchField
      className={styles.search}
      label={t('applications.search.label')}
      maxLength={SEARCH_MAX}
      value={text}
      onChange={handleChange}
      onSubmit={send}
    />
  );
};
