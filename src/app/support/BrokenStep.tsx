import { useEffect } from 'react';
import { Button } from '../../ui/Button';
import { MessagePage } from '../../ui/MessagePage';
import { useText } from '../../ui/text';

interface BrokenStepProps {
  /** Returns false at the first step. */
  canStepBack: () => boolean;
  onShown: () => void;
  onStepBack: () => void;
}

/** Replaces a screen of a replay that crashed; the trace stays open. */
export const BrokenStep = ({ canStepBack, onShown, onStepBack }: BrokenStepProps) => {
  const t = useText();
  useEffect(() => {
    onShown();
  }, [onShown]);
  return (
    <MessagePage
      icon="warning"
      title={t('support.replay.broken')}
      text={t('support.replay.brokenText')}
      action={
        <Button look="primary" disabled={!canStepBack()} onClick={onStepBack}>
          {t('support.replay.stepBack')}
        </Button>
      }
    />
  );
};
