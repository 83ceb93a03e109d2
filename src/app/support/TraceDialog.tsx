import { useState } from 'react';
import { saveFile } from '../../lib/saveFile';
import { serverNow } from '../../lib/serverClock';
import { readSettings } from '../../lib/settings';
import type { Recorder } from '../../store/recorder';
import { useAppStore } from '../../store/hooks';
import { toFile, traceOf, type Trace } from '../../store/trace/trace';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { T, useText } from '../../ui/text';
import { TracePart } from './TracePart';
import styles from './Support.module.css';

/** Returns a name such as `support-trace-2026-11-20-0900.json`, in UTC. */
const nameOf = ({ savedAt }: Trace): string => {
  const time = new Date(savedAt).toISOString().slice(0, 16).replace('T', '-').replace(':', '');
  return `support-trace-${time}.json`;
};

interface TraceDialogProps {
  recorder: Recorder;
  onClose: () => void;
}

/** Shows the whole trace before the user saves it as a file. */
export const TraceDialog = ({ recorder, onClose }: TraceDialogProps) => {
  const t = useText();
  const store = useAppStore();
  const takeTrace = () =>
    traceOf(recorder.snapshot(), store.getState(), {
      version: readSettings().version,
      savedAt: serverNow(),
      browser: navigator.userAgent,
      window: { width: globalThis.innerWidth, height: globalThis.innerHeight },
    });
  // Takes the trace once, when the dialog opens; later events do not change it.
  const [trace, setTrace] = useState(takeTrace);
  const handleStartOver = () => {
    recorder.startOver();
    setTrace(takeTrace());
  };
  const { state, entries, lastState, answers, ...about } = trace;
  const handleSave = () => {
    saveFile({ blob: new Blob([toFile(trace)], { type: 'application/json' }), name: nameOf(trace) });
    onClose();
  };
  return (
    <Modal
      open
      wide
      title={t('support.dialog.title')}
      text={t('support.dialog.text')}
      onClose={onClose}
      foot={
        <>
          <Button look="quiet" onClick={handleStartOver}>
            {t('support.dialog.restart')}
          </Button>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button look="primary" icon="download" onClick={handleSave}>
            {t('support.dialog.save')}
          </Button>
        </>
      }
    >
      <h3 className={styles.heading}>
        <T id="support.dialog.contents" />
      </h3>
      <div className="grid gap-4">
        <TracePart title={t('support.dialog.about')} value={about} />
        <TracePart title={t('support.dialog.before')} value={state} />
        <TracePart title={t('support.dialog.events', { count: entries.length })} value={entries} />
        <TracePart title={t('support.dialog.after')} value={lastState} />
        <TracePart title={t('support.dialog.answers', { count: answers.length })} value={answers} />
      </div>
    </Modal>
  );
};
