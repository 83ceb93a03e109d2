import { act, screen, waitFor } from '@testing-library/react';
import { createIntl } from 'react-intl';
import messages from '../../i18n/en.json';
import { recordPlaces } from '../../src/app/support/recordPlaces';
import { routeObjects } from '../../src/app/routeObjects';
import { createStage } from '../../src/app/support/ReplayPage';
import { framesOf } from '../../src/store/trace/replay';
import { redact } from '../../src/store/trace/redact';
import { readTrace, toFile, traceOf, type Trace } from '../../src/store/trace/trace';
import { NOW, turns } from './fakeClock';
import { renderScreen } from './renderScreen';

type Visit = NonNullable<Parameters<typeof renderScreen>[1]>;

/** Renders every page of the product at an address and records it; `save` makes the file of the support trace. */
export const recordJourney = async (visit: Visit) => {
  const run = await renderScreen(null, { ...visit, routes: routeObjects() });
  recordPlaces(run.router, run.recorder);
  /** The placeholder of each hidden text. */
  const hidden = new Map<string, string>();
  const save = (): string => {
    const about = { version: '1.2.3', savedAt: Date.now(), browser: 'test', window: { width: 1280, height: 800 } };
    return toFile(traceOf(run.recorder.snapshot(), run.store.getState(), about, (text, by) => hidden.set(text, by)));
  };
  return { ...run, hidden, save };
};

/** Returns the text on the page without the initials that replace a photo. */
export const readableText = (): string => {
  const copy = document.body.cloneNode(true) as HTMLElement;
  for (const one of copy.querySelectorAll('[aria-hidden="true"], style, script')) one.remove();
  return (copy.textContent ?? '').replace(/\s+/g, ' ').trim();
};

/**
 * Hides in a page's text what the trace hides: each hidden text, longest first, and anything like a phone or an email
 * address.
 */
export const redactText = (text: string, hidden: ReadonlyMap<string, string>): string => {
  const longestFirst = [...hidden].filter(([one]) => one.trim().length > 2).sort(([a], [b]) => b.length - a.length);
  const without = longestFirst.reduce((left, [one, by]) => left.split(one).join(by), text);
  return redact({ title: without }, { now: NOW }).title;
};

/** Plays a file to its end in a separate page and returns the text there. */
export const replay = async (file: string, isThere: (text: string) => boolean) => {
  const trace = readTrace(file) as Trace;
  const frames = framesOf(trace);
  const element = document.createElement('div');
  document.body.append(element);
  const options = { intl: createIntl({ locale: 'en', messages }), onStepBack: () => undefined };
  const stage = await act(async () => createStage(element, frames[0]!, options));
  /** The events after which no page could be drawn. */
  const broken: (string | null)[] = [];
  for (const frame of frames) {
    await act(async () => stage.show(frame));
    if (screen.queryByText(messages['support.replay.broken'])) broken.push(frame.type);
  }
  await waitFor(() => expect(isThere(readableText())).toBe(true));
  const text = readableText();
  await act(async () => {
    stage.close();
    await turns();
  });
  element.remove();
  return { text, broken, frames, trace };
};
