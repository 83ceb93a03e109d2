import { useId, useRef, useState, type ChangeEvent } from 'react';
import { framesOf, type Frame } from '../../store/trace/replay';
import { readTrace } from '../../store/trace/trace';
import { Button } from '../../ui/Button';
import { PageHeading } from '../../ui/PageHeading';
import { T, useText } from '../../ui/text';
import { ReplayControls } from './ReplayControls';
import { ReplayStage } from './ReplayStage';
import styles from './Support.module.css';

/** Returns every moment of the trace in a file; null if this version cannot read it. */
const readFrames = (text: string): Frame[] | null => {
  const trace = readTrace(text);
  try {
    return trace && framesOf(trace);
  } catch {
    return null;
  }
};

/** Opens a trace and steps through it with the real pages and the recorded states; it sends no requests. */
export const ReplayPage = () => {
  const t = useText();
  const problem = useId();
  const input = useRef<HTMLInputElement>(null);
  const [frames, setFrames] = useState<Frame[] | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const [step, setStep] = useState(0);
  const handleFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (!file) return;
    // The change event should also fire when the user chooses the same file again.
    target.value = '';
    const read = readFrames(await file.text());
    setUnreadable(!read);
    setFrames(read);
    setStep(0);
  };
  const frame = frames?.[step];
  if (frames && frame) {
    return (
      <div className={styles.replay} data-replay>
        <ReplayControls frames={frames} step={step} onStep={setStep} onClose={() => setFrames(null)} />
        <ReplayStage frame={frame} onStepBack={() => setStep(step - 1)} />
      </div>
    );
  }
  return (
    <main className={styles.opening}>
      <PageHeading title={t('support.replay.title')} />
      <p>
        <T id="support.replay.text" />
      </p>
      {/* The browser's own file field would use the browser's language. */}
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label={t('support.replay.choose')}
        onChange={(event) => void handleFile(event)}
      />
      <Button
        look="primary"
        aria-describedby={isUnreadable ? problem : undefined}
        onClick={() => input.current?.click()}
      >
        <T id="support.replay.choose" />
      </Button>
      {isUnreadable && (
        <p id={problem} className={styles.error} role="alert">
          <T id="support.replay.unreadable" />
        </p>
      )}
    </main>
  );
};
