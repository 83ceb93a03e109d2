import { Modal } from '../../ui/Modal';
import { T } from '../../ui/text';
import styles from './Applicant.module.css';

const KEYS = [
  { key: 'J', id: 'applicant.keys.next' },
  { key: 'K', id: 'applicant.keys.previous' },
  { key: 'S', id: 'applicant.keys.shortlist' },
  { key: '?', id: 'applicant.keys.help' },
] as const;

/** The keys that the page listens to. */
export const KeysDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Modal open={open} title={<T id="applicant.keys.open" />} onClose={onClose}>
    <dl className={styles.keys}>
      {KEYS.map(({ key, id }) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>
            <T id={id} />
          </dd>
        </div>
      ))}
    </dl>
  </Modal>
);
