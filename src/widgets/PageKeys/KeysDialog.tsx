import { useId } from 'react';
import { goingOnSwitched, pageKeysSwitched, selectGoesOn, selectHasPageKeys } from '../../domains/preferences';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Modal } from '../../ui/Modal';
import { T } from '../../ui/text';
import styles from './KeysDialog.module.css';

const KEYS = [
  { key: 'J', id: 'applicant.keys.next' },
  { key: 'K', id: 'applicant.keys.previous' },
  { key: 'S', id: 'applicant.keys.shortlist' },
  { key: 'R', id: 'applicant.keys.decline' },
  { key: 'Z', id: 'applicant.keys.undo' },
  { key: 'M', id: 'applicant.keys.message' },
  { key: 'I', id: 'applicant.keys.invite' },
  { key: 'X', id: 'bulk.keys.tick' },
  { key: 'E', id: 'today.keys.settle' },
  { key: '?', id: 'applicant.keys.help' },
] as const;

/**
 * Lists the page's keyboard shortcuts, with a switch that turns them off for users whose speech input presses keys by
 * accident.
 */
export const KeysDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const id = useId();
  const dispatch = useAppDispatch();
  const isOn = useAppSelector(selectHasPageKeys);
  const goesOn = useAppSelector(selectGoesOn);
  return (
    <Modal open={open} title={<T id="shell.menu.keys" />} onClose={onClose}>
      <dl className={styles.keys}>
        {KEYS.map(({ key, id: text }) => (
          <div key={key} className={isOn ? undefined : styles.off}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <T as="dd" id={text} />
          </div>
        ))}
      </dl>
      <label className={styles.switch}>
        <input
          type="checkbox"
          role="switch"
          checked={isOn}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => dispatch(pageKeysSwitched(target.checked))}
        />
        <T id="pageKeys.switch" />
      </label>
      <p id={`${id}-hint`} className="hint">
        <T id="pageKeys.hint" />
      </p>
      <label className={styles.switch}>
        <input
          type="checkbox"
          role="switch"
          checked={goesOn}
          onChange={({ target }) => dispatch(goingOnSwitched(target.checked))}
        />
        <T id="pageKeys.goesOn" />
      </label>
    </Modal>
  );
};
