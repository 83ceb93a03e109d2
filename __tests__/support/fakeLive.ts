import type { Ports } from '../../src/domains/kit/effects';
import type { StreamSignal } from '../../src/lib/eventStream';
import type { WebPushState } from '../../src/lib/webPush';

/** Lets the test play the server's stream, the other tabs and the user's notifications. */
export const fakeLive = () => {
  const streams = new Set<(signal: StreamSignal) => void>();
  const listening = new Set<(message: unknown) => void>();
  const clicking = new Set<(path: string) => void>();
  const watching = new Set<() => void>();
  const waiting = new Set<() => void>();
  const renewing = new Set<() => void>();
  const world = {
    isHidden: false,
    isOnline: true,
    isLeader: true,
    /** Names of the locks that this tab holds. */
    locks: new Set<string>(),
    posted: [] as unknown[],
    push: 'off' as WebPushState,
    subscription: null as string | null,
    /** Returns how many streams are open and how many were opened in all. */
    open: () => streams.size,
    opened: 0,
    signal: (signal: StreamSignal) => {
      for (const tell of [...streams]) tell(signal);
    },
    event: (data: unknown) => world.signal({ type: 'event', data }),
    end: (status = 0) => {
      world.signal({ type: 'end', status });
      streams.clear();
    },
    /** Sends a message from another tab. */
    receive: (message: unknown) => {
      for (const tell of [...listening]) tell(message);
    },
    /** Clicks on a notification of the browser. */
    click: (path: string) => {
      for (const tell of [...clicking]) tell(path);
    },
    show: (isShown: boolean) => {
      world.isHidden = !isShown;
      for (const tell of [...watching]) tell();
    },
    /** How often the page changed to a new version of the program. */
    renewals: 0,
    releaseProgram: () => {
      for (const tell of [...renewing]) tell();
    },
    /** Makes this tab the leader after the former one closes. */
    becomeLeader: () => {
      world.isLeader = true;
      const next = [...waiting];
      waiting.clear();
      for (const tell of next) tell();
    },
  };
  const join = <T>(all: Set<T>, one: T) => {
    all.add(one);
    return () => void all.delete(one);
  };
  const ports: Pick<Ports, 'stream' | 'tabs' | 'visibility' | 'webPush' | 'program'> = {
    stream: {
      open: (onSignal) => {
        world.opened += 1;
        return join(streams, onSignal);
      },
    },
    tabs: {
      lead: (name, onLead) => {
        const take = () => {
          world.locks.add(name);
          onLead();
        };
        if (world.isLeader) take();
        else waiting.add(take);
        return () => {
          waiting.delete(take);
          world.locks.delete(name);
        };
      },
      post: (message) => void world.posted.push(message),
      listen: (onMessage) => join(listening, onMessage),
    },
    visibility: {
      isHidden: () => world.isHidden,
      isOnline: () => world.isOnline,
      listen: (onChange) => join(watching, onChange),
    },
    webPush: async () => ({
      state: () => world.push,
      subscribe: async () => world.subscription,
      unsubscribe: async () => {
        world.subscription = null;
      },
      listen: (onOpen) => join(clicking, onOpen),
    }),
    program: async () => ({ keep: (onNew) => join(renewing, onNew), renew: () => void (world.renewals += 1) }),
  };
  return { world, ports };
};
