import { useEffect, useEffectEvent, useRef } from 'react';
import { useIntl } from 'react-intl';
import { useText } from '../../ui/text';
import type { Frame } from '../../store/trace/replay';
import { createStage, type Stage } from './stage';
import styles from './Support.module.css';

interface ReplayStageProps {
  frame: Frame;
  onStepBack: () => void;
}

/**
 * Shows the page at one moment of a trace. It is a separate React program, because a router cannot contain another
 * router.
 */
export const ReplayStage = ({ frame, onStepBack }: ReplayStageProps) => {
  const t = useText();
  const intl = useIntl();
  const box = useRef<HTMLDivElement>(null);
  const stage = useRef<Stage>(undefined);
  const stepBack = useEffectEvent(onStepBack);
  const open = useEffectEvent((element: HTMLElement) =>
    createStage(element, frame, { intl, onStepBack: () => stepBack() }),
  );
  useEffect(() => {
    const element = document.createElement('div');
    box.current?.append(element);
    const newStage = open(element);
    stage.current = newStage;
    return () => {
      stage.current = undefined;
      newStage.close();
      element.remove();
    };
  }, []);
  useEffect(() => {
    stage.current?.show(frame);
  }, [frame]);
  return <div ref={box} className={styles.stage} role="region" aria-label={t('support.replay.shown')} />;
};
