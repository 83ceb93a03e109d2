import { useEffect, useRef, useState } from 'react';
import { Form, Formik, type FormikProps } from 'formik';
import { object } from 'yup';
import { COMMENT_MAX } from '../../../../contract/constants/limits';
import { commentSubmitted, selectApplicant, type Comment } from '../../../domains/applications';
import { requiredText } from '../../../lib/rules';
import { useAppDispatch, useFields, useAppSelector } from '../../../store/hooks';
import { selectUser } from '../../../domains/session';
import { formatDay, formatTime } from '../../../lib/dates';
import { Button } from '../../../ui/Button';
import { T, Name } from '../../../ui/text';
import { TextAreaField } from '../../../ui/fields';
import { FirstErrorFocus } from '../../../ui/useFirstErrorFocus';
import { DraftAutosave, useDraftKey, useSavedDraft } from '../forms';
import styles from './Profile.module.css';

const commentSchema = object({ message: requiredText(COMMENT_MAX) });
const emptyComment = { message: '' };

/** A box for a new comment. A comment that the server rejects returns to the box. */
const CommentBox = ({ applicationId, workerId }: Omit<CommentsProps, 'comments'>) => {
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
        dispatch(commentSubmitted({ applicationId, workerId, message: message.trim() }));
      }}
    >
      <Form ref={box} className={styles.box} noValidate>
        <FirstErrorFocus form={box} />
        <DraftAutosave draftKey={draftKey} pristine={emptyComment} />
        <TextAreaField
          name="message"
          required
          label={<T id="applicant.comments.label" />}
          rows={2}
          maxLength={COMMENT_MAX}
        />
        <Button type="submit" busy={comment.status === 'loading'}>
          <T id="applicant.comments.send" />
        </Button>
      </Form>
    </Formik>
  );
};

interface CommentsProps {
  applicationId: number;
  workerId: number;
  comments: readonly Comment[];
}

/**
 * The organisation's comments about the worker, newest first. Companies can read but not write them:
 * docs/PRODUCT.md#comments.
 */
export const Comments = ({ applicationId, workerId, comments }: CommentsProps) => {
  const mayWrite = useAppSelector(selectUser)?.userType !== 'company';
  // A company is alone in its organisation, so nobody can ever write one.
  if (!mayWrite && comments.length === 0) return null;
  return (
    <section aria-labelledby="comments">
      <h2 id="comments">
        <T id="applicant.comments.title" />
      </h2>
      {mayWrite && <CommentBox applicationId={applicationId} workerId={workerId} />}
      {comments.length === 0 && (
        <p className="hint">
          <T id="applicant.comments.empty" />
        </p>
      )}
      <ul className={styles.rows}>
        {comments.map(({ id, message, author, createdAt }) => (
          // A comment that the server has not confirmed has a negative id.
          <li key={id} className={id < 0 ? styles.unconfirmed : undefined}>
            <p className={styles.about}>{message}</p>
            <span className="hint">
              <Name>{author}</Name>{' '}
              <time dateTime={createdAt}>{`${formatDay(createdAt)} ${formatTime(createdAt)}`}</time>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
};
