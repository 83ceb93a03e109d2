import { Suspense, lazy } from 'react';
import { useFormikContext } from 'formik';
import type { Job } from '../../domains/jobs';
import { useMedia, WIDE } from '../../ui/useMedia';
import { BasicsSection } from './BasicsSection';
import { ContactSection } from './ContactSection';
import type { JobFormRules } from './form';
import { CreditCost } from './CreditCost';
import { HoursSection } from './HoursSection';
import { OfferSection } from './OfferSection';
import { PlaceSection } from './PlaceSection';
import { SECTIONS } from './Section';
import { SelectionSection } from './SelectionSection';
import { StatusSection } from './StatusSection';
import { T, useText } from '../../ui/text';
import type { JobValues } from './values';
import { WishesSection } from './WishesSection';
import styles from './JobForm.module.css';

const JobPreview = lazy(async () => ({ default: (await import('./JobPreview')).JobPreview }));

/** The form's sections. Wide windows also show an index of them and a preview of the job. */
export const JobFields = ({ rules, job }: { rules: JobFormRules; job?: Job }) => {
  const t = useText();
  const isWide = useMedia(WIDE);
  const { values } = useFormikContext<JobValues>();
  const asksSelection = !rules.isCompany || rules.asksPeopleBox;
  const shown = SECTIONS.filter((id) => (id !== 'selection' || asksSelection) && (id !== 'status' || rules.isEdit));
  return (
    <>
      {isWide && (
        <nav className={styles.index} aria-label={t('jobForm.index')}>
          {shown.map((id) => (
            <a key={id} href={`#${id}`}>
              <T id={`jobForm.sections.${id}`} />
            </a>
          ))}
        </nav>
      )}
      <div className={styles.fields}>
        <p className={styles.note}>
          <T id="jobForm.required" />
        </p>
        <BasicsSection
          rules={rules}
          savedCover={job ? { url: job.image.url, isNew: false } : null}
          hired={job?.hired ?? 0}
        />
        <HoursSection />
        <PlaceSection rules={rules} job={job} />
        <OfferSection rules={rules} />
        <WishesSection rules={rules} />
        <ContactSection />
        {asksSelection && <SelectionSection rules={rules} />}
        {rules.isEdit && <StatusSection current={job?.status} />}
        <CreditCost rules={rules} isActive={job?.status === 'active'} />
      </div>
      {isWide && (
        <aside className={styles.preview} aria-label={t('jobForm.preview.label')}>
          <Suspense>
            <JobPreview values={values} />
          </Suspense>
        </aside>
      )}
    </>
  );
};
