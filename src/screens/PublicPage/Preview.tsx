import { useEffect, useEffectEvent, useRef } from 'react';
import { object } from 'yup';
import { Form, useFormikContext } from 'formik';
import { PAGE_INTRO_MAX } from '../../../contract/constants/publicPage';
import { optionalText } from '../../lib/rules';
import { shownErrorOf, type Loadable } from '../../domains/kit/loadable';
import { Button } from '../../ui/Button';
import { FormFailure } from '../../ui/FormMessage';
import { T, useText, Name } from '../../ui/text';
import { TextAreaField } from '../../ui/fields';
import { useFirstErrorFocus } from '../../ui/useFirstErrorFocus';
import { useServerErrors } from '../../ui/useServerErrors';
import { useIntl } from 'react-intl';
import { MARKET_CURRENCY } from '../../../contract/constants/limits';
import { shownSalary } from '../../../contract/rules/salary';
import type { PublicPage } from '../../domains/publicPage';
import { formatPrice } from '../../lib/money';
import styles from './Preview.module.css';

export interface IntroValues {
  intro: string;
}

/** An introduction may be missing: docs/PRODUCT.md#your-page. */
export const introSchema = object({ intro: optionalText(PAGE_INTRO_MAX) });

/** Returns how many more characters the introduction may have; negative above the limit. */
const roomLeft = (intro: string): number => PAGE_INTRO_MAX - intro.trim().length;

/** Returns the introduction as the server stores it: without blanks around it, and null for none. */
export const toIntro = ({ intro }: IntroValues): string | null => intro.trim() || null;

const Counter = ({ intro }: IntroValues) => {
  const left = roomLeft(intro);
  return <T id={left < 0 ? 'conversation.tooLong' : 'conversation.left'} values={{ count: Math.abs(left) }} />;
};

interface IntroFormProps {
  change: Loadable<null>;
  /** The introduction on the server. */
  stored: string | null;
}

/** The introduction of the page. What was typed stays after a failure, and when it was typed during a change. */
export const IntroForm = ({ change, stored }: IntroFormProps) => {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const { values, setFieldValue } = useFormikContext<IntroValues>();
  const before = useRef(stored);
  const follow = useEffectEvent(() => {
    if (toIntro(values) === before.current) void setFieldValue('intro', stored ?? '');
    before.current = stored;
  });
  useEffect(() => {
    follow();
  }, [stored]);
  const failure = shownErrorOf(change);
  useServerErrors(failure);
  useFirstErrorFocus(form, failure);
  return (
    <Form ref={form} noValidate className="stack gap-20 shrinks">
      <T as="h2" className="size-20" id="yourPage.intro.title" />
      {failure && !failure.fields && <FormFailure failure={failure} />}
      <TextAreaField
        name="intro"
        rows={6}
        label={t('yourPage.intro.label')}
        hint={
          <>
            <Counter intro={values.intro} />
            <span>.</span> <T id="yourPage.intro.hint" />
          </>
        }
      />
      <div>
        <Button type="submit" look="primary" busy={change.status === 'loading'} disabled={toIntro(values) === stored}>
          {t('yourPage.intro.save')}
        </Button>
      </div>
    </Form>
  );
};

/** The open jobs of the preview. They are no links, because the preview is a picture of the page. */
const PreviewJobs = ({ jobs: { total, newest } }: { jobs: NonNullable<PublicPage['jobs']> }) => {
  const t = useText();
  const { locale } = useIntl();
  return (
    <>
      <ul className="stack gap-8">
        {newest.map(({ id, title, workTimes, salaryMin, salaryMax, place }) => {
          const salary = shownSalary(salaryMin, salaryMax);
          const amount = salary?.amounts.map((one) => formatPrice(Math.round(one), MARKET_CURRENCY, locale)).join('–');
          return (
            <li key={id} className={styles.job}>
              <strong>{title}</strong>
              <span className={styles.about}>
                {workTimes.map((time) => (
                  <span key={time}>{t(`options.workTime.${time}`)}</span>
                ))}
                {salary && <span>{t(`yourPage.preview.${salary.name}`, { amount })}</span>}
                {place && <Name>{place}</Name>}
              </span>
            </li>
          );
        })}
      </ul>
      {total > newest.length && (
        <T as="p" className="hint" id="yourPage.preview.more" values={{ count: total - newest.length }} />
      )}
    </>
  );
};

interface PreviewProps {
  companyName: string;
  intro: string;
  page: Pick<PublicPage, 'address' | 'jobs'>;
}

/** Draws the public page at a phone's size, because no page may frame it. */
export const Preview = ({ companyName, intro, page: { address, jobs } }: PreviewProps) => {
  const t = useText();
  const [initial = ''] = companyName.trim();
  return (
    <figure className="stack gap-8 shrinks">
      <T as="figcaption" className="hint" id="yourPage.preview.title" />
      <div className={styles.phone}>
        <p className="row gap-12 bold">
          <span className={styles.mark} aria-hidden="true">
            {initial.toLocaleUpperCase()}
          </span>
          <span>
            <Name>{companyName}</Name>
            {address && (
              <small className="block hint regular">
                <Name>{address}</Name>
              </small>
            )}
          </span>
        </p>
        <div className={styles.section}>
          <p className={styles.heading}>{t('yourPage.preview.heading', { company: companyName })}</p>
          <p className="pre">{intro.trim() || t('yourPage.preview.intro', { company: companyName })}</p>
          {jobs && jobs.total > 0 ? (
            <PreviewJobs jobs={jobs} />
          ) : (
            <T as="p" className={styles.note} id="yourPage.preview.note" />
          )}
        </div>
      </div>
    </figure>
  );
};
