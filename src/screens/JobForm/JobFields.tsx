import { useState } from 'react';
import { useFormikContext } from 'formik';
import type { JobStatus } from '../../../contract/constants/statuses';
import {
  CONTACT_TYPES,
  DAILY_WORK_HOURS,
  OFF_TIMES,
  WEEKLY_OFF_DAYS,
  WORK_STARTS,
  WORK_TIMES,
} from '../../../contract/constants/options';
import { TAG_MAX } from '../../../contract/constants/limits';
import { selectJobLookups, type Job, tagSubmitted } from '../../domains/jobs';
import { dataOr } from '../../domains/kit/loadable';
import { useFields, useAppDispatch } from '../../store/hooks';
import { phoneDigits } from '../../lib/rules';
import { SelectField, ChoicesField, CheckboxField } from '../../ui/fields';
import { useText, T } from '../../ui/text';
import { TextField } from '../../ui/TextField';
import { Button, IconButton } from '../../ui/Button';
import { lazyPart } from '../../ui/lazyPart';
import { useMedia, WIDE } from '../../ui/useMedia';
import { PlainField } from '../../ui/PlainField';
import { useFieldRows } from '../../ui/useFieldRows';
import { Section, SECTIONS } from './JobFormFrame';
import type { JobFormRules } from './form';
import { type JobValues, emptyShift } from './values';
import { BasicsSection } from './BasicsSection';
import { CreditCost } from './SaveBar';
import { AdditionDialog, PlaceSection } from './PlaceSection';
import { WishesSection } from './WishesSection';
import styles from './JobForm.module.css';

/** The statuses that the form's definition offers: docs/PRODUCT.md#job-status. */
const StatusSection = ({ current, isCompany }: { current: JobStatus | undefined; isCompany: boolean }) => {
  const t = useText();
  const { definition } = useFields(selectJobLookups, 'definition');
  const offered = dataOr(definition, []).find(({ name }) => name === 'status')?.options ?? [];
  return (
    <Section id="status">
      <SelectField
        name="status"
        required
        label={t('jobForm.status')}
        // Only companies need credits; of a draft the line below says what publishing it costs.
        hint={t(isCompany && current === 'closed' ? 'jobForm.activateHint' : 'jobForm.statusHint')}
        options={offered.map((value) => ({ value: String(value), label: t(`jobs.status.${value as JobStatus}`) }))}
      />
    </Section>
  );
};

/**
 * How applicants are selected: auto-shortlist, except for companies, and the PeopleBox project for accounts with a
 * credential.
 */
const SelectionSection = ({ rules }: { rules: JobFormRules }) => {
  const t = useText();
  const { values } = useFormikContext<JobValues>();
  return (
    <Section id="selection">
      {!rules.isCompany && (
        <>
          <CheckboxField name="autoShortlist" label={t('jobForm.autoShortlist')}>
            <span className={styles.note}>{t('jobForm.autoShortlistHint')}</span>
          </CheckboxField>
          {values.autoShortlist && (
            <TextField name="threshold" label={t('jobForm.threshold')} required inputMode="numeric" />
          )}
        </>
      )}
      {rules.asksPeopleBox && (
        <TextField name="peopleBoxProject" label={t('jobForm.peopleBox')} required inputMode="numeric" maxLength={15} />
      )}
    </Section>
  );
};

/** How applicants contact the employer, and whether strangers see the job; the phone field shows only for contact by phone. */
const ContactSection = () => {
  const t = useText();
  const { values, setFieldValue } = useFormikContext<JobValues>();
  return (
    <Section id="contact">
      <SelectField
        name="contactType"
        label={t('jobForm.contactType')}
        required
        options={[
          { value: '', label: t('jobForm.choose') },
          ...CONTACT_TYPES.map((value) => ({ value, label: t(`options.contactType.${value}`) })),
        ]}
      />
      {values.contactType === 'via_phone' && (
        <TextField
          name="contactPhone"
          type="tel"
          inputMode="numeric"
          label={t('jobForm.contactPhone')}
          required
          hint={t('jobForm.phoneHint')}
          onBlurCapture={(event) => {
            const typed = event.target.value;
            if (typed !== phoneDigits(typed)) void setFieldValue('contactPhone', phoneDigits(typed));
          }}
        />
      )}
      <CheckboxField name="isPublic" label={t('jobForm.isPublic')}>
        <span className={styles.note}>{t('jobForm.isPublicHint')}</span>
      </CheckboxField>
    </Section>
  );
};

interface AddTagDialogProps {
  onAdded: (id: number) => void;
  onClose: () => void;
}

/** Adds a tag, or chooses an existing tag of that name. */
const AddTagDialog = ({ onAdded, onClose }: AddTagDialogProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { newTag } = useFields(selectJobLookups, 'newTag');
  const [name, setName] = useState('');
  const [missing, setMissing] = useState(false);
  const handleSubmit = () => {
    setMissing(name.trim() === '');
    if (name.trim() !== '') dispatch(tagSubmitted({ name: name.trim() }));
  };
  return (
    <AdditionDialog
      id="new-tag"
      title={t('jobForm.addTag')}
      addition={newTag}
      hasInput={name.trim() !== ''}
      onSubmit={handleSubmit}
      onAdded={onAdded}
      onClose={onClose}
    >
      <PlainField
        required
        label={t('jobForm.tagName')}
        value={name}
        maxLength={TAG_MAX}
        error={missing ? t('jobForm.errors.tagName') : undefined}
        onChange={(value) => {
          setName(value);
          setMissing(false);
        }}
      />
    </AdditionDialog>
  );
};

const Tags = () => {
  const t = useText();
  const { tags } = useFields(selectJobLookups, 'tags');
  const { values, setFieldValue } = useFormikContext<JobValues>();
  const [adding, setAdding] = useState(false);
  const handleAdded = (id: number) => {
    if (!values.tagIds.includes(id)) void setFieldValue('tagIds', [...values.tagIds, id]);
    setAdding(false);
  };
  return (
    <>
      <ChoicesField
        name="tagIds"
        label={t('jobForm.tags')}
        options={dataOr(tags, []).map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Button icon="plus" small onClick={() => setAdding(true)}>
        {t('jobForm.addTag')}
      </Button>
      {adding && <AddTagDialog onAdded={handleAdded} onClose={() => setAdding(false)} />}
    </>
  );
};

const OfferSection = ({ rules }: { rules: JobFormRules }) => {
  const t = useText();
  return (
    <Section id="offer">
      <div className={styles.pair}>
        <TextField name="salaryMin" label={t('jobForm.salaryMin')} inputMode="decimal" />
        <TextField name="salaryMax" label={t('jobForm.salaryMax')} inputMode="decimal" />
      </div>
      {rules.active.has('tags') && <Tags />}
    </Section>
  );
};

const SHIFTS_MAX = 10;

const ShiftRow = ({ index, onRemove }: { index: number; onRemove: () => void }) => {
  const t = useText();
  const any = { value: '', label: t('jobForm.notSaid') };
  const name = (field: string) => `shifts.${index}.${field}`;
  return (
    <fieldset className={styles.row}>
      <legend className={styles.rowTitle}>{t('jobForm.shift', { number: index + 1 })}</legend>
      <SelectField
        name={name('workStartsAt')}
        label={t('jobForm.workStartsAt')}
        options={[any, ...WORK_STARTS.map((value) => ({ value, label: value }))]}
      />
      <SelectField
        name={name('dailyTotalWorkHour')}
        label={t('jobForm.dailyHours')}
        options={[
          any,
          ...DAILY_WORK_HOURS.map((hours) => ({ value: String(hours), label: t('jobForm.hours', { hours }) })),
        ]}
      />
      <SelectField
        name={name('weeklyOffDayCount')}
        label={t('jobForm.offDays')}
        options={[any, ...WEEKLY_OFF_DAYS.map((days) => ({ value: String(days), label: t('jobForm.days', { days }) }))]}
      />
      <SelectField
        name={name('offTime')}
        label={t('jobForm.offTime')}
        options={[any, ...OFF_TIMES.map((value) => ({ value, label: t(`options.offTime.${value}`) }))]}
      />
      <IconButton icon="close" label={t('jobForm.removeShift', { number: index + 1 })} onClick={onRemove} />
    </fieldset>
  );
};

const HoursSection = () => {
  const t = useText();
  const { values } = useFormikContext<JobValues>();
  const { push, remove } = useFieldRows<JobValues, 'shifts'>('shifts');
  return (
    <Section id="hours">
      <ChoicesField
        name="workTimes"
        required
        label={t('jobForm.workTimes')}
        options={WORK_TIMES.map((value) => ({ value, label: t(`options.workTime.${value}`) }))}
      />
      {values.shifts.map((_shift, index) => (
        <ShiftRow key={index} index={index} onRemove={() => remove(index)} />
      ))}
      {values.shifts.length < SHIFTS_MAX && (
        <Button icon="plus" small onClick={() => push(emptyShift)}>
          {t('jobForm.addShift')}
        </Button>
      )}
    </Section>
  );
};

const JobPreview = lazyPart(async () => (await import('./JobPreview')).JobPreview);

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
        <T as="p" className={styles.note} id="jobForm.required" />
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
        {rules.isEdit && <StatusSection current={job?.status} isCompany={rules.isCompany} />}
        <CreditCost rules={rules} status={job?.status} />
      </div>
      {isWide && (
        <aside className={styles.preview} aria-label={t('jobForm.preview.label')}>
          <JobPreview values={values} />
        </aside>
      )}
    </>
  );
};
