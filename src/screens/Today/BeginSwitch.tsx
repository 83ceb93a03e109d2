import { useId } from 'react';
import { selectBeginsWithToday, todaySwitched } from '../../domains/preferences';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { T } from '../../ui/text';
import styles from './BeginSwitch.module.css';

/** Chooses whether the dashboard begins with this page on this device. */
export const BeginSwitch = ({ userId }: { userId: number }) => {
  const id = useId();
  const dispatch = useAppDispatch();
  const isOn = useAppSelector(selectBeginsWithToday(userId));
  return (
    <label className={styles.begin}>
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-describedby={id}
        onChange={({ target }) => dispatch(todaySwitched({ userId, isOn: target.checked }))}
      />
      <T id="today.begin" />
      <span id={id} className={styles.soft}>
        <T id="today.begin.text" />
      </span>
    </label>
  );
};
