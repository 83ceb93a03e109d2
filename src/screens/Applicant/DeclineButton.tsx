import { Button } from '../../ui/Button';
import { useText } from '../../ui/text';

/** Declining an application that is still open. */
export interface PendingDecision {
  isPending: boolean;
  onDecline: () => void;
}

/** The second click of a double click does not decline the next applicant. */
export const DeclineButton = ({ decision, className }: { decision: PendingDecision; className?: string }) => {
  const t = useText();
  return (
    <Button
      className={className}
      busy={decision.isPending}
      aria-keyshortcuts="R"
      onClick={({ detail }) => detail < 2 && decision.onDecline()}
    >
      {t('applicant.decline')}
    </Button>
  );
};
