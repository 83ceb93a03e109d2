import { lazy, Suspense, useState } from 'react';
import { DECLINE_REASONS, type DeclineReason } from '../../../contract/constants/decisions';
import type { Decision } from '../../../contract/schemas/decisions';
import { changeRequested, mayStayUntold, selectIsChangePending } from '../../domains/decisions';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { Menu, MenuChoice } from '../../ui/Menu';
import { useText } from '../../ui/text';

const NoteDialog = lazy(async () => ({ default: (await import('./NoteDialog')).NoteDialog }));

/** The value of the menu for a decline without a reason. */
const NONE = 'none';

interface DecisionActionsProps {
  row: { id: number };
  decision: Decision;
  /** The label of the reason's menu; the reason by default. */
  label?: string;
}

/** Changes the reason of a declined application, and when the applicant is told. */
export const DecisionActions = ({ row: { id }, decision, label }: DecisionActionsProps) => {
  const t = useText();
  const title = t('decisions.reason');
  const dispatch = useAppDispatch();
  const isPending = useAppSelector(selectIsChangePending(id));
  const [isWriting, setIsWriting] = useState(false);
  const { reason, note, tellAt, toldAt, toldBy } = decision;
  const isUntold = toldAt === null && toldBy !== 'none';
  const change = (options: Parameters<typeof changeRequested>[0]['options']) =>
    dispatch(changeRequested({ applicationId: id, options }));
  const reasonText = (one: DeclineReason) => t(`options.declineReason.${one}`);
  const handleReason = (value: string) => {
    const chosen = DECLINE_REASONS.find((one) => one === value) ?? null;
    if (chosen === 'other') setIsWriting(true);
    else change({ reason: chosen, note: null });
  };
  const options = [
    { value: NONE, label: t('decisions.reason.none') },
    ...DECLINE_REASONS.map((value) => ({ value, label: reasonText(value) })),
  ];
  return (
    <>
      <Menu
        trigger={
          <Button small busy={isPending} aria-label={label ?? (reason ? `${title}: ${reasonText(reason)}` : undefined)}>
            <span>{label ?? (reason ? reasonText(reason) : title)}</span>
            <Icon name="down" size={16} />
          </Button>
        }
      >
        <MenuChoice label={title} value={reason ?? NONE} options={options} closes onChoose={handleReason} />
      </Menu>
      {isUntold && (
        <Button small busy={isPending} onClick={() => change({ tell: 'now' })}>
          {t('decisions.tellNow')}
        </Button>
      )}
      {isUntold && tellAt !== null && mayStayUntold(reason) && (
        <Button small busy={isPending} onClick={() => change({ reason, tell: 'never' })}>
          {t('decisions.neverTell')}
        </Button>
      )}
      {isWriting && (
        <Suspense>
          <NoteDialog
            note={note ?? ''}
            onSave={(text) => {
              setIsWriting(false);
              change({ reason: 'other', note: text });
            }}
            onCancel={() => setIsWriting(false)}
          />
        </Suspense>
      )}
    </>
  );
};
