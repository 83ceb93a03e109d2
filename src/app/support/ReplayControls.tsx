import { useIntl } from 'react-intl';
import type { Frame } from '../../store/trace/replay';
import { Button, IconButton } from '../../ui/Button';
import { T, useText } from '../../ui/text';
import styles from './Support.module.css';

/** The events that tell of a failure, such as `jobs/listFailed`. */
const FAILURE = /(Failed|Refused)$/;

interface ReplayControlsProps {
  frames: readonly Frame[];
  step: number;
  onStep: (step: number) => void;
  onClose: () => void;
}

export const ReplayControls = ({ frames, step, onStep, onClose }: ReplayControlsProps) => {
  const t = useText();
  const intl = useIntl();
  const frame = frames[step];
  const last = frames.length - 1;
  const nextFailure = frames.findIndex(({ type }, at) => at > step && FAILURE.test(type ?? ''));
  const label = frame?.type ?? t('support.replay.start');
  return (
    <header className={styles.bar} aria-label={t('support.replay.controls')}>
      <IconButton
        icon="back"
        label={t('support.replay.previous')}
        disabled={step === 0}
        onClick={() => onStep(step - 1)}
      />
      <IconButton
        icon="forward"
        label={t('support.replay.next')}
        disabled={step === last}
        onClick={() => onStep(step + 1)}
      />
      <input
        type="range"
        className={styles.jump}
        aria-label={t('support.replay.jump')}
        aria-valuetext={`${step}: ${label}`}
        min={0}
        max={last}
        value={step}
        onChange={({ target }) => onStep(Number(target.value))}
      />
      <p className={styles.step} role="status">
        <T id="support.replay.step" values={{ step, count: last }} />
        <span className="soft">{`${label}, ${intl.formatTime(frame?.at, { timeStyle: 'medium' })}`}</span>
      </p>
      <Button small disabled={nextFailure === -1} onClick={() => onStep(nextFailure)}>
        {t('support.replay.failure')}
      </Button>
      <Button small onClick={onClose}>
        {t('support.replay.close')}
      </Button>
    </header>
  );
};
