import type { Ports } from '../../src/domains/kit/ports';
import type { StreamSignal } from '../../src/lib/eventStream';
import type { WebPushState } from '../../src/lib/webPush';

/** The server's stream, the other tabs and what the user sees, all played by the test. */
export const fakeLive = () => {
  const streams = new Set<(signal: StreamSignal) => void>();
  const hearing = new Set<(message: unknown) => void>();
  const clicking = new Set<(path: string) => void>();
  const watching = new Set<() => void>();
  const waiting = new Set<() => void>();
  const world = {
    isHidden: false,
    isLeader: true,
    posted: [] as unknown[],
    push: 'off' as WebPushState,
    subscription: null as string | null,
    /** How many streams are open now, and how many were opened in all. */
    open: () => streams.size,
    opened: 0,
    signal: (signal: StreamSignal) => {
      for (const tell of [...streams]) tell(signal);
    },
    /** An event of the server. */
    event: (data: unknown) => world.signal({ type: 'event', data }),
    /** The stream breaks. */
    end: (status = 0) => {
      world.signal({ type: 'end', status });
      streams.clear();
    },
    /** Another tab says something. */
    hear: (message: unknown) => {
      for (const tell of [...hearing]) tell(message);
    },
    /** The user clicks on a message that the browser showed. */
    click: (path: string) => {
      for (const tell of [...clicking]) tell(path);
    },
    show: (isShown: boolean) => {
      world.isHidden = !isShown;
      for (const tell of [...watching]) tell();
    },
    /** The tab that led is gone. */
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
  const ports: Pick<Ports, 'stream' | 'tabs' | 'visibility' | 'webPush'> = {
    stream: {
      open: (onSignal) => {
        world.opened += 1;
        return join(streams, onSignal);
      },
    },
    tabs: {
      lead: (_name, onLead) => {
        if (world.isLeader) onLead();
        else waiting.add(onLead);
        return () => void waiting.delete(onLead);
      },
      post: (message) => void world.posted.push(message),
      listen: (onMessage) => join(hearing, onMessage),
    },
    visibility: { isHidden: () => world.isHidden, listen: (onChange) => join(watching, onChange) },
    webPush: {
      state: () => world.push,
      subscribe: async () => world.subscription,
      listen: (onOpen) => join(clicking, onOpen),
    },
  };
  return { world, ports };
};
