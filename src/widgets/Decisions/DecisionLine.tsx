import { useState } from 'react';
import type { Decision } from '../../../contract/schemas/decisions';
import { reopenRequested, selectIsDecisionPending } from '../../domains/decisions';
import { formatDay } from '../../lib/dates';
import { serverNow } from '../../lib/serverClock';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { useText } from '../../ui/text';
import { useTellText } from '../../ui/useTellText';
import { DecisionActions } from './DecisionActions';
import styles from './Decisions.module.css';

interface DecisionLineProps {
  row: { id: number; user: { isErased?: true } };
  decision: Decision;
}

/** Says who declined the application, why, and when the applicant is told, with the ways to change that. */
export const DecisionLine = ({ row, decision }: DecisionLineProps) => {
  const t = useText();
  const tellText = useTellText();
  const dispatch = useAppDispatch();
  const [now] = useState(serverNow);
  const isPending = useAppSelector(selectIsDecisionPending(row.id));
  const { at, by, reason, note } = decision;
  return (
    <div className={styles.line}>
      <p className={styles.text}>
        <strong>{t('decisions.line', { name: by, date: formatDay(at) })}</strong>
        <span>{tellText(decision, Math.max(now, Date.parse(at)))}</span>
        {reason && <span>{note ?? t(`options.declineReason.${reason}`)}</span>}
      </p>
      {!row.user.isErased && (
        <Button small busy={isPending} onClick={() => dispatch(reopenRequested({ applicationId: row.id }))}>
          {t('decisions.reopen')}
        </Button>
      )}
      <DecisionActions row={row} decision={decision} label={t('decisions.changeReason')} />
    </div>
  );
};
