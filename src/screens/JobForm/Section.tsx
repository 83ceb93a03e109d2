import type { ReactNode } from 'react';
import { Card } from '../../ui/Page';
import type { MessageId } from '../../lib/intl';
import { T } from '../../ui/text';
import styles from './JobForm.module.css';

/** Sections of the form in order. Their ids are the anchors of the index. */
export const SECTIONS = ['basics', 'hours', 'place', 'offer', 'wishes', 'contact', 'selection', 'status'] as const;
export type SectionId = (typeof SECTIONS)[number];

export const Section = ({ id, lead, children }: { id: SectionId; lead?: MessageId; children: ReactNode }) => (
  <section id={id} aria-labelledby={`${id}-title`}>
    <Card className={styles.section}>
      <h2 id={`${id}-title`} className={styles.sectionTitle}>
        <T id={`jobForm.sections.${id}`} />
      </h2>
      {lead && (
        <p className={styles.sectionText}>
          <T id={lead} />
        </p>
      )}
      {children}
    </Card>
  </section>
);
