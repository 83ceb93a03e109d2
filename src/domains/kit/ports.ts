import type { Api } from '../../lib/api';
import type { EventStream } from '../../lib/eventStream';
import type { MessageId } from '../../lib/intl';
import type { SaveFile } from '../../lib/saveFile';
import type { SessionChannel } from '../../lib/sessionChannel';
import type { Tabs } from '../../lib/tabs';
import type { Upload } from '../../lib/upload';
import type { Visibility } from '../../lib/visibility';
import type { WebPush } from '../../lib/webPush';

/** A short message to the user; `id` is a text's id, never a text. */
export interface Notice {
  id: MessageId;
  values?: Record<string, string | number>;
  /** The limit of a used-up quota, and the seconds until more is possible. */
  quota?: { limit: number; retryAfter: number };
  /** Seconds until it is worth trying again: the value `wait` of the notice. */
  retryAfter?: number;
  kind: 'info' | 'success' | 'error';
  /** Where it leads: an address of the product, without the base. */
  to?: string;
  /** Key of an error; its text is the value `reason` of the notice. */
  reason?: string;
  /** Stays until it is closed. */
  stays?: boolean;
}

export interface NavigateOptions {
  replace?: boolean;
  /** Route state, plain values. */
  state?: unknown;
}

/** What sagas are given; they reach the outside world through nothing else. */
export interface Ports {
  api: Api;
  /** Milliseconds since 1970. */
  clock: { now: () => number };
  navigate: {
    /** To an address of the product, without the base. */
    to: (path: string, options?: NavigateOptions) => void;
    /** As `to`, but with a full load of the page. */
    reload: (path: string) => void;
  };
  notify: (notice: Notice) => void;
  channel: SessionChannel;
  /** What happens on the server, told by itself. */
  stream: EventStream;
  /** The other tabs of this browser. */
  tabs: Tabs;
  visibility: Visibility;
  webPush: WebPush;
  /** Life in seconds. */
  cookies: { set: (name: string, value: string, maxAge: number) => void; remove: (name: string) => void };
  /** PUTs a file; tells how far it is. */
  upload: Upload;
  /** Hands a file to the user, under that name. */
  saveFile: SaveFile;
  random: {
    /** An id that nobody else makes. */
    id: () => string;
  };
  persist: {
    /** Writes what is waiting to be written. */
    flush: () => Promise<void>;
    /** Writes nothing any more in this tab. */
    pause: () => void;
  };
}
