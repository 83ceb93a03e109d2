import { T, useText } from '../../ui/text';
import styles from './Preview.module.css';

interface PreviewProps {
  companyName: string;
  intro: string;
}

/** Draws the public page at a phone's size, because no page may frame it. */
export const Preview = ({ companyName, intro }: PreviewProps) => {
  const t = useText();
  const [initial = ''] = companyName.trim();
  return (
    <figure className={styles.preview}>
      <figcaption className={styles.caption}>
        <T id="yourPage.preview.title" />
      </figcaption>
      <div className={styles.phone}>
        <p className={styles.brand}>
          <span className={styles.mark} aria-hidden="true">
            {initial.toLocaleUpperCase()}
          </span>
          <span>{companyName}</span>
        </p>
        <div className={styles.section}>
          <p className={styles.heading}>{t('yourPage.preview.heading', { company: companyName })}</p>
          <p className={styles.intro}>{intro.trim() || t('yourPage.preview.intro', { company: companyName })}</p>
          <p className={styles.note}>
            <T id="yourPage.preview.note" />
          </p>
        </div>
      </div>
    </figure>
  );
};
