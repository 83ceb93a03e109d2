import { type ReactNode, useEffect } from 'react';
import { Card, LoadState, Page, Skeleton } from '../../ui/LoadState';
import type { MessageId } from '../../lib/intl';
import { T, useText } from '../../ui/text';
import styles from './JobForm.module.css';
import { useFormikContext } from 'formik';
import { categoriesRequested } from '../../domains/reference';
import { lookupsRequested, selectJobLookups } from '../../domains/jobs';
import { paths } from '../../lib/paths';
import { useAppDispatch, useFields } from '../../store/hooks';
import { Icon } from '../../ui/icons';
import type { ServerErrors } from '../../ui/TextField';
import { useUnlessPressed } from '../../ui/usePointerPress';
import { FormConfigFailure } from '../../ui/FormConfigFailure';
import { cx } from '../../ui/cx';
import { PageHeading } from '../../ui/PageHeading';
import { useNavigate } from '../../ui/router';
import type { JobValues } from './values';

/** Sections of the form in order. Their ids are the anchors of the index. */
export const SECTIONS = ['basics', 'hours', 'place', 'offer', 'wishes', 'contact', 'selection', 'status'] as const;
type SectionId = (typeof SECTIONS)[number];

export const Section = ({ id, lead, children }: { id: SectionId; lead?: MessageId; children: ReactNode }) => (
  <section id={id} aria-labelledby={`${id}-title`}>
    <Card className={styles.section}>
      <h2 id={`${id}-title`} className={styles.sectionTitle}>
        <T id={`jobForm.sections.${id}`} />
      </h2>
      {lead && <T as="p" className={styles.sectionText} id={lead} />}
      {children}
    </Card>
  </section>
);

/** Moves the focus to the first control of a field, wherever it is in the form. */
const focusField = (name: string): void => {
  const found = document.querySelector<HTMLElement>(
    `[name="${CSS.escape(name)}"], [name^="${CSS.escape(name)}."], [data-field="${CSS.escape(name)}"]`,
  );
  found?.scrollIntoView?.({ block: 'center' });
  found?.focus({ preventScroll: true });
};

const LABELS = {
  branchId: 'jobForm.branch',
  title: 'jobForm.title',
  position: 'jobForm.position',
  categoryId: 'jobForm.category',
  hiresWanted: 'jobForm.hiresWanted',
  description: 'jobForm.description',
  cover: 'jobForm.cover',
  workTimes: 'jobForm.workTimes',
  shifts: 'jobForm.sections.hours',
  locationIds: 'jobForm.locations',
  contactType: 'jobForm.contactType',
  contactPhone: 'jobForm.contactPhone',
  salaryMin: 'jobForm.salaryMin',
  salaryMax: 'jobForm.salaryMax',
  tagIds: 'jobForm.tags',
  gender: 'jobForm.gender',
  ageMin: 'jobForm.ageMin',
  ageMax: 'jobForm.ageMax',
  minExperience: 'jobForm.experience',
  education: 'jobForm.education',
  english: 'jobForm.english',
  military: 'jobForm.military',
  languages: 'jobForm.languages',
  autoShortlist: 'jobForm.autoShortlist',
  threshold: 'jobForm.threshold',
  peopleBoxProject: 'jobForm.peopleBox',
  status: 'jobForm.status',
  isPublic: 'jobForm.isPublic',
} as const satisfies Record<keyof JobValues, string>;

/** Lists the invalid fields after a failed submit, with a link to each. Use it inside Formik. */
export const ErrorSummary = () => {
  const t = useText();
  const { values, errors, touched, status, submitCount } = useFormikContext<JobValues>();
  const serverErrors = (status as { serverErrors?: ServerErrors } | undefined)?.serverErrors ?? {};
  const isRefused = (name: keyof JobValues) => name in serverErrors && serverErrors[name]?.value === values[name];
  const fields = Object.keys(LABELS) as (keyof JobValues)[];
  const wrong = fields.filter((name) => submitCount > 0 && ((errors[name] && touched[name]) || isRefused(name)));
  const shown = useUnlessPressed(wrong.join(' '));
  if (shown === '') return null;
  const names = shown.split(' ') as (keyof JobValues)[];
  return (
    <div className={styles.summary} role="alert">
      <p>
        <Icon name="warning" size={18} /> <span>{t('jobForm.summary', { count: names.length })}</span>
      </p>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <button type="button" className={styles.toField} onClick={() => focusField(name)}>
              {t(LABELS[name])}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
};

/** The form's layout without content. */
export const FormSkeleton = () => (
  <div className={styles.layout} aria-busy="true">
    <Card className={cx(styles.section, styles.skeleton)}>
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="grid gap-8">
          <Skeleton width="30%" height={14} />
          <Skeleton width="100%" height={44} />
        </div>
      ))}
    </Card>
  </div>
);

/** The page around the job form, which opens when its definition has loaded. */
export const JobFormFrame = ({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) => {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { definition } = useFields(selectJobLookups, 'definition');
  useEffect(() => {
    dispatch(lookupsRequested());
    dispatch(categoriesRequested());
  }, [dispatch]);
  const hasFailed = definition.status === 'failed' && definition.error.status !== 401;
  return (
    <Page>
      <div className="row wrap between gap-12 space-below-16">
        <PageHeading title={title} />
        {action}
      </div>
      <LoadState load={hasFailed ? { status: 'loading' } : definition} skeleton={<FormSkeleton />}>
        {children}
      </LoadState>
      <FormConfigFailure
        failure={definition.status === 'failed' ? definition.error : null}
        onRetry={() => dispatch(lookupsRequested())}
        onClose={() => navigate(paths.jobs())}
      />
    </Page>
  );
};
