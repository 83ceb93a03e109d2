import { useId, useState } from 'react';
import { splitFeatures, type Product } from '../../domains/packages';
import { Button } from '../../ui/Button';
import { Icon, isIconName } from '../../ui/icons';
import { useText } from '../../ui/text';
import styles from './Packages.module.css';

interface FeaturesProps {
  title: string;
  features: Product['features'];
  /** Shows features without the preview flag from the start. */
  all?: boolean;
}

/** The features: previews at once, the others on demand: docs/PRODUCT.md#catalogue. */
export const Features = ({ title, features, all = false }: FeaturesProps) => {
  const t = useText();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { shown, more } = splitFeatures(features);
  const isWhole = all || isOpen;
  const listed = isWhole ? [...shown, ...more].sort((one, other) => one.order - other.order) : shown;
  return (
    <div className={styles.includes}>
      <ul id={id} className={styles.features} aria-label={t('packages.features', { title })}>
        {listed.map(({ description, icon, order }) => (
          <li key={`${order} ${description}`}>
            <Icon name={isIconName(icon) ? icon : 'check'} size={18} />
            <span>{description}</span>
          </li>
        ))}
      </ul>
      {!all && more.length > 0 && (
        <Button
          look="quiet"
          small
          className={styles.more}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? t('packages.showLess') : t('packages.showAll', { count: features.length })}
        </Button>
      )}
    </div>
  );
};
