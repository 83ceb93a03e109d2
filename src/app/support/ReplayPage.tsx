import { useEffect, useEffectEvent, useRef, useId, useState, type ChangeEvent } from 'react';
import { Button, IconButton } from '../../ui/Button';
import { MessagePage } from '../../ui/State';
import { useText, T } from '../../ui/text';
import { createAction, createStore, type UnknownAction } from '@reduxjs/toolkit';
import { createRoot } from 'react-dom/client';
import { RawIntlProvider, type IntlShape, useIntl } from 'react-intl';
import { Provider } from 'react-redux';
import { createPath, Outlet, type To } from 'react-router-dom';
import { type Frame, framesOf } from '../../store/trace/replay';
import type { RootState } from '../../store/rootReducer';
import { clockAhead } from '../../lib/serverClock';
import { ReplayContext } from '../../ui/replay';
import { Localised } from '../Workplace';
import { createRouter, RouterView, type History } from '../../ui/router';
import { routeObjects, ScreenBoundary } from '../routeObjects';
import styles from './Support.module.css';
import { readTrace } from '../../store/trace/trace';
import { PageHeading } from '../../ui/PageHeading';

interface BrokenStepProps {
  /** Returns false at the first step. */
  canStepBack: () => boolean;
  onShown: () => void;
  onStepBack: () => void;
}

/** Replaces a screen of a replay that crashed; the trace stays open. */
const BrokenStep = ({ canStepBack, onShown, onStepBack }: BrokenStepProps) => {
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

const frameShown = createAction<RootState>('support/frameShown');

/**
 * Creates a store that only shows given states: it ignores events of the pages and runs no saga, so that it sends no
 * requests.
 */
const createReplayStore = (first: RootState) =>
  createStore((state: RootState = first, action: UnknownAction) => (frameShown.match(action) ? action.payload : state));

const addressOf = ({ pathname, search, hash }: { pathname: string; search: string; hash: string }) =>
  `${pathname}${search}${hash}`;

const ReplayedProgram = () => (
  <ScreenBoundary>
    <Localised>
      <Outlet />
    </Localised>
  </ScreenBoundary>
);

/** Returns a history that stays at its place. Without react-router's memory history, which all pages would load. */
const historyAt = ({ path, state }: Frame['place']): History => {
  const urlOf = (to: To) => new URL(typeof to === 'string' ? to : createPath(to), 'http://replay');
  const { pathname, search, hash } = urlOf(path);
  const stay = () => undefined;
  return {
    action: 'POP' as History['action'],
    location: { pathname, search, hash, state, key: 'default' },
    createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
    createURL: urlOf,
    encodeLocation: urlOf,
    push: stay,
    replace: stay,
    go: stay,
    listen: () => stay,
  };
};

const openRouter = ({ place }: Frame) =>
  createRouter([{ element: <ReplayedProgram />, children: routeObjects() }], { history: historyAt(place) });

interface StageOptions {
  /** The host page's texts, for the stage's own messages. */
  intl: IntlShape;
  /** The user wants the previous step, because this one cannot be drawn. */
  onStepBack: () => void;
}

/**
 * Renders the real pages in an element, one moment of a trace at a time. Until it closes, the clock of the pages
 * (`serverNow`) shows that moment.
 */
export const createStage = (element: HTMLElement, first: Frame, { intl, onStepBack }: StageOptions) => {
  const { now } = Date;
  let frame = first;
  Date.now = () => frame.at - clockAhead();
  const store = createReplayStore(first.state);
  const root = createRoot(element);
  let router = openRouter(first);
  let drawings = 0;
  let isBroken = false;
  const handleBroken = () => {
    isBroken = true;
  };
  const draw = () => {
    const replay = {
      container: element,
      brokenScreen: (
        <BrokenStep canStepBack={() => frame.type !== null} onShown={handleBroken} onStepBack={onStepBack} />
      ),
      foreignPage: <T as="p" id="support.replay.foreignPage" />,
    };
    drawings += 1;
    root.render(
      <RawIntlProvider key={drawings} value={intl}>
        <ReplayContext value={replay}>
          <Provider store={store}>
            <RouterView router={router} />
          </Provider>
        </ReplayContext>
      </RawIntlProvider>,
    );
  };
  draw();
  return {
    show: (next: Frame) => {
      const isSameState = frame.state === next.state;
      const isThere = addressOf(router.state.location) === next.place.path;
      frame = next;
      store.dispatch(frameShown(next.state));
      // State and address must change together: a new state at the old address could redirect to a third address.
      if (isBroken || !(isThere || isSameState)) {
        isBroken = false;
        router.dispose();
        router = openRouter(next);
        draw();
      } else if (!isThere) router.navigate(next.place.path, { replace: true, state: next.place.state });
    },
    close: () => {
      Date.now = now;
      router.dispose();
      // React cannot unmount one root while it renders another.
      setTimeout(() => root.unmount());
    },
  };
};

type Stage = ReturnType<typeof createStage>;

/** The event types that report a failure, such as `jobs/listFailed`. */
const FAILURE = /(Failed|Refused)$/;

interface ReplayControlsProps {
  frames: readonly Frame[];
  step: number;
  onStep: (step: number) => void;
  onClose: () => void;
}

const ReplayControls = ({ frames, step, onStep, onClose }: ReplayControlsProps) => {
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

interface ReplayStageProps {
  frame: Frame;
  onStepBack: () => void;
}

/**
 * Shows the page at one moment of a trace. It is a separate React program, because a router cannot contain another
 * router.
 */
const ReplayStage = ({ frame, onStepBack }: ReplayStageProps) => {
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
      <T as="p" id="support.replay.text" />
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
        textId="support.replay.choose"
      />
      {isUnreadable && (
        <p id={problem} className={styles.error} role="alert">
          <T id="support.replay.unreadable" />
        </p>
      )}
    </main>
  );
};
