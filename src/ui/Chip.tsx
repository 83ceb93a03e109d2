import { Icon } from './icons';
import { useText } from './text';
import styles from './Chip.module.css';

export const Chip = ({ label, onRemove }: { label: string; onRemove: () => void }) => {
  const t = useText();
  return (
    <button type="button" className={styles.chip} aria-label={t('ui.chip.remove', { label })} onClick={onRemove}>
      <span aria-hidden="true">{label}</span>
      <Icon name="close" size={16} />
    </button>
  );
};
