import type { Notice, Ports } from '../../src/domains/kit/effects';
import { createApi } from '../../src/lib/api';
import type { Envelope } from '../../src/lib/http';
import { createKeptAnswers } from '../../src/lib/withKeptAnswers';
import type { SessionChannel, SessionMessage } from '../../src/lib/sessionChannel';
import type { FakeApi } from './fakeApi';
import { fakeLive } from './fakeLive';

/** Connects tabs of one browser: every other tab receives what one posts. */
export const fakeTabs = () => {
  const tabs = new Set<{ receive: (message: SessionMessage) => void }>();
  const join = (): SessionChannel & { posted: SessionMessage[] } => {
    const own = new Set<{ receive: (message: SessionMessage) => void }>();
    const posted: SessionMessage[] = [];
    return {
      posted,
      post: (message) => {
        posted.push(message);
        for (const tab of tabs) if (!own.has(tab)) tab.receive(message);
      },
      listen: (receive) => {
        const tab = { receive };
        own.add(tab);
        tabs.add(tab);
        return () => void tabs.delete(tab);
      },
    };
  };
  return { join };
};

/** Gives the sagas a device that has kept this answer to every call. */
export const withKeptAnswer = (ports: Ports, answer: Envelope<unknown>) => {
  const kept = createKeptAnswers({
    getOwner: () => 7,
    now: () => 0,
    onServed: () => undefined,
    load: async () => ({ keepAnswers: async () => undefined, findAnswer: async () => ({ answer, at: 0 }) }),
  });
  Object.assign(ports.api, kept.wrap({ ...ports.api }));
};

/** Replaces the ports of the sagas and records the calls to them. */
export const fakePorts = (api: FakeApi, channel = fakeTabs().join(), now = () => Date.now()) => {
  const cookies = new Map<string, { value: string; maxAge: number }>();
  const notices: Notice[] = [];
  const live = fakeLive();
  let drawn = 0;
  const ports: Ports = {
    api: createApi(api),
    clock: { now },
    navigate: { to: jest.fn(), reload: jest.fn() },
    notify: (notice) => void notices.push(notice),
    channel,
    ...live.ports,
    upload: jest.fn(async () => undefined),
    saveFile: jest.fn(),
    // No id comes twice: the store knows decisions by theirs.
    random: { id: () => ((drawn += 1) === 1 ? 'random-id' : `random-id-${drawn}`) },
    cookies: {
      set: (name, value, maxAge) => void cookies.set(name, { value, maxAge }),
      remove: (name) => void cookies.delete(name),
    },
    persist: { flush: jest.fn(async () => undefined), pause: jest.fn() },
  };
  return { ports, cookies, notices, channel, live };
};
