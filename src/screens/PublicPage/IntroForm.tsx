import { useRef } from 'react';
import { object } from 'yup';
import { Form, useFormikContext } from 'formik';
import { PAGE_INTRO_MAX } from '../../../contract/constants/publicPage';
import { optionalText } from '../../lib/rules';
import { shownErrorOf, type Loadable } from '../../domains/kit/loadable';
import { Button } from '../../ui/Button';
import { FormMessage } from '../../ui/FormMessage';
import { FailureText } from '../../ui/State';
import { T, useText } from '../../ui/text';
import { TextAreaField } from '../../ui/TextAreaField';
import { useFirstErrorFocus } from '../../ui/useFirstErrorFocus';
import { useServerErrors } from '../../ui/useServerErrors';

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

/** The introduction of the page; a failure keeps what was typed. */
export const IntroForm = ({ change }: { change: Loadable<null> }) => {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const { values, dirty } = useFormikContext<IntroValues>();
  const failure = shownErrorOf(change);
  useServerErrors(failure);
  useFirstErrorFocus(form, failure);
  return (
    <Form ref={form} noValidate className="stack gap-20 shrinks">
      <h2 className="size-20">
        <T id="yourPage.intro.title" />
      </h2>
      {failure && !failure.fields && (
        <FormMessage>
          <FailureText failure={failure} />
        </FormMessage>
      )}
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
        <Button type="submit" look="primary" busy={change.status === 'loading'} disabled={!dirty}>
          {t('yourPage.intro.save')}
        </Button>
      </div>
    </Form>
  );
};
