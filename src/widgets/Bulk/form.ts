import { object, string, type AnyObjectSchema } from 'yup';
import {
  DECLINE_NOTE_MAX,
  DECLINE_NOTE_MIN,
  DECISION_NOTICES,
  type DeclineReason,
  type DecisionNotice,
} from '../../../contract/constants/decisions';
import { MESSAGE_MAX } from '../../../contract/constants/limits';
import type { BulkAction, BulkPreviewBody } from '../../domains/bulks';
import { mayStayUntold } from '../../domains/decisions';
import { ruleMessage } from '../../lib/rules';

export interface BulkValues {
  reason: DeclineReason | '';
  note: string;
  tell: DecisionNotice;
  body: string;
}

export const initialValues: BulkValues = { reason: '', note: '', tell: 'default', body: '' };

/** Returns the choices of when applicants are notified; only some reasons offer "never". */
export const noticesFor = (reason: BulkValues['reason']): readonly DecisionNotice[] =>
  reason !== '' && mayStayUntold(reason) ? DECISION_NOTICES : DECISION_NOTICES.filter((notice) => notice !== 'never');

const shortNote = () => ({ id: 'decisions.note.length', values: { min: DECLINE_NOTE_MIN } });
const decline = object({
  note: string()
    .trim()
    .when('reason', { is: 'other', then: (rule) => rule.min(DECLINE_NOTE_MIN, shortNote).required(shortNote) })
    .max(DECLINE_NOTE_MAX, ruleMessage('validation.tooLong')),
});
const message = object({ body: string().trim().required('bulk.body.required').max(MESSAGE_MAX, 'bulk.body.required') });

export const schemaOf = (action: BulkAction): AnyObjectSchema => {
  if (action === 'decline') return decline;
  return action === 'message' ? message : object({});
};

/** Returns the options of the call; without a choice the server decides. */
export const toOptions = (action: BulkAction, values: BulkValues): Pick<BulkPreviewBody, 'options'> => {
  if (action === 'message') return { options: { body: values.body.trim() } };
  if (action !== 'decline') return {};
  const { reason, tell } = values;
  const note = values.note.trim();
  return {
    options: {
      reason: reason === '' ? null : reason,
      ...(reason === 'other' && { note }),
      tell: noticesFor(reason).includes(tell) ? tell : 'default',
    },
  };
};

/** Returns the form's field of an error's path. */
export const fieldOf = (path: string): string => path.replace(/^options\./, '');
