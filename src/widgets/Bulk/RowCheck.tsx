import { selectIsChoosing, selectIsChosen } from '../../domains/bulks';
import { useAppSelector } from '../../store/hooks';
import { useText } from '../../ui/text';
import { useTick } from './useSelectionKeys';
import styles from './RowCheck.module.css';

/** The checkbox of a row, over its photo. It shows on hover, on focus, and while any row is chosen. */
export const RowCheck = ({ id, name }: { id: number; name: string }) => {
  const t = useText();
  const tick = useTick();
  const isChosen = useAppSelector(selectIsChosen(id));
  const isChoosing = useAppSelector(selectIsChoosing);
  return (
    <label className={styles.check} data-shown={isChoosing || undefined}>
      <input
        type="checkbox"
        aria-label={t('bulk.tick', { name })}
        checked={isChosen}
        onChange={({ nativeEvent }) => tick(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  );
};
