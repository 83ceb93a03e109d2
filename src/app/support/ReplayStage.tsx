import { useEffect, useRef } from 'react';
import { useText } from '../../ui/text';
import type { Frame } from '../../store/trace/replay';
import { createStage, type Stage } from './stage';
import styles from './Support.module.css';

/**
 * Shows the page at one moment of a trace. It is a separate React program, because a router cannot contain another
 * router.
 */
export const ReplayStage = ({ frame }: { frame: Frame }) => {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  const stage = useRef<Stage>(undefined);
  const first = useRef(frame);
  useEffect(() => {
    const element = document.createElement('div');
    box.current?.append(element);
    const made = createStage(element, first.current);
    stage.current = made;
    return () => {
      stage.current = undefined;
      made.close();
      element.remove();
    };
  }, []);
  useEffect(() => stage.current?.show(frame), [frame]);
  return <div ref={box} className={styles.stage} role="region" aria-label={t('support.replay.shown')} />;
};
