import { useEffect, useRef, useState } from 'react';
import { Form, Formik, type FormikProps } from 'formik';
import { object } from 'yup';
import { COMMENT_MAX } from '../../../../contract/constants/limits';
import { commentSubmitted, selectApplicant } from '../../../domains/applications';
import { requiredText } from '../../../lib/rules';
import { useAppDispatch, useFields } from '../../../store/hooks';
import { Button } from '../../../ui/Button';
import { T } from '../../../ui/text';
import { TextAreaField } from '../../../ui/TextAreaField';
import { FirstErrorFocus } from '../../../ui/useFirstErrorFocus';
import { DraftAutosave, useDraftKey, useSavedDraft } from '../formDraft';
import styles from './Profile.module.css';

const commentSchema = object({ message: requiredText(COMMENT_MAX) });
const emptyComment = { message: '' };

/** A box for a new comment. A comment that the server rejects returns to the box. */
export const CommentBox = ({ workerId }: { workerId: number }) => {
  const dispatch = useAppDispatch();
  const { comment } = useFields(selectApplicant, 'comment');
  const form = useRef<FormikProps<typeof emptyComment>>(null);
  const box = useRef<HTMLFormElement>(null);
  const sent = useRef('');
  const draftKey = useDraftKey('comment', workerId);
  const draft = useSavedDraft<typeof emptyComment>(draftKey);
  const [initial] = useState(() => ({ ...emptyComment, ...draft }));
  useEffect(() => {
    const isEmpty = form.current?.values.message === '';
    if (comment.status === 'failed' && isEmpty) void form.current?.setFieldValue('message', sent.current, false);
  }, [comment]);
  return (
    <Formik
      innerRef={form}
      initialValues={initial}
      validationSchema={commentSchema}
      validateOnBlur={false}
      onSubmit={({ message }, { resetForm }) => {
        if (comment.status === 'loading') return;
        sent.current = message;
        resetForm({ values: emptyComment });
        dispatch(commentSubmitted({ workerId, message: message.trim() }));
      }}
    >
      <Form ref={box} className={styles.box} noValidate>
        <FirstErrorFocus form={box} />
        <DraftAutosave draftKey={draftKey} pristine={emptyComment} />
        <TextAreaField name="message" label={<T id="applicant.comments.label" />} rows={2} maxLength={COMMENT_MAX} />
        <Button type="submit" busy={comment.status === 'loading'}>
          <T id="applicant.comments.send" />
        </Button>
      </Form>
    </Formik>
  );
};
