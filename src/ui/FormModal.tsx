import { useId, useRef, useState, type ReactNode } from 'react';
import { Form, Formik, useFormikContext, type FormikValues } from 'formik';
import type { AnyObjectSchema } from 'yup';
import { Button } from './Button';
import { FormFailure } from './FormMessage';
import { ConfirmDialog, Modal } from './Modal';
import { type FailureLike } from './State';
import { T, useText } from './text';
import { useFirstErrorFocus } from './useFirstErrorFocus';
import { useServerErrors, type FieldFailures } from './useServerErrors';
import styles from './Field.module.css';

/** Asks before a dialog closes without what the user typed. `question` belongs beside the dialog. */
export const useLeaveQuestion = (onLeave: () => void) => {
  const t = useText();
  const [isLeaving, setIsLeaving] = useState(false);
  const question = (
    <ConfirmDialog
      open={isLeaving}
      title={t('ui.form.leave.title')}
      text={t('ui.form.leave.text')}
      cancel={t('ui.form.leave.stay')}
      action={t('ui.form.leave.action')}
      onCancel={() => setIsLeaving(false)}
      onConfirm={onLeave}
    />
  );
  return { ask: () => setIsLeaving(true), question };
};

interface FrameProps {
  title: string;
  /** The label of the main button. */
  action: string;
  wide?: boolean;
  /** The server's refusal, shown at the fields that it names, or above the fields if it names none. */
  failure: (FailureLike & FieldFailures) | null;
  isBusy: boolean;
  /** The form holds what the user typed before leaving the page. */
  isRestored: boolean;
  onClose: () => void;
  children: ReactNode;
}

const Frame = ({ title, action, wide, failure, isBusy, isRestored, onClose, children }: FrameProps) => {
  const t = useText();
  const id = useId();
  const form = useRef<HTMLDivElement>(null);
  const { ask, question } = useLeaveQuestion(onClose);
  const { dirty, values } = useFormikContext<FormikValues>();
  useServerErrors(failure);
  useFirstErrorFocus(form);
  const refused = Object.keys(failure?.fields ?? {});
  const isShownAtFields = refused.length > 0 && refused.every((name) => name in values);
  const handleClose = () => (dirty || isRestored ? ask() : onClose());
  return (
    <>
      <Modal
        open
        title={title}
        wide={wide}
        focusOn="input, textarea"
        onClose={handleClose}
        foot={
          <>
            <Button onClick={handleClose}>{t('ui.cancel')}</Button>
            <Button type="submit" form={id} look="primary" busy={isBusy}>
              {action}
            </Button>
          </>
        }
      >
        <Form noValidate id={id}>
          <div ref={form} className="stack gap-16">
            {isRestored && <T as="p" className="note" role="status" id="ui.form.restored" />}
            {failure && !isShownAtFields && <FormFailure failure={failure} />}
            {children}
          </div>
        </Form>
      </Modal>
      {question}
    </>
  );
};

interface FormModalProps<Values> extends FrameProps {
  initialValues: Values;
  schema: AnyObjectSchema;
  onSubmit: (values: Values) => void;
}

/** A form in a dialog. It asks for confirmation before it discards what the user typed. */
export const FormModal = <Values extends object>(props: FormModalProps<Values>) => {
  const { initialValues, schema, onSubmit, ...frame } = props;
  // Returns a promise so that Formik knows when the submit ends.
  const handleSubmit = async (values: Values) => onSubmit(values);
  return (
    <Formik<Values> initialValues={initialValues} validationSchema={schema} onSubmit={handleSubmit}>
      <Frame {...frame} />
    </Formik>
  );
};

/** Shows two fields side by side, or one below the other on a phone. */
export const FieldPair = ({ children }: { children: ReactNode }) => <div className={styles.pair}>{children}</div>;
