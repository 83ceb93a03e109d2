import type { UnknownAction } from '@reduxjs/toolkit';
import type { Api } from '../../lib/api';
import type { EventStream } from '../../lib/eventStream';
import type { MessageId } from '../../lib/intl';
import type { SaveFile, Visibility } from '../../lib/browser';
import type { SessionChannel, Tabs } from '../../lib/sessionChannel';
import type { Upload } from '../../lib/upload';
import type { WebPush } from '../../lib/webPush';
import type { Failure } from './failure';

/** A short message to the user; `id` is the id of a text, never the text itself. */
export interface Notice {
  id: MessageId;
  values?: Record<string, string | number>;
  /** The limit of an exhausted quota, and the seconds until it allows more. */
  quota?: { limit: number; retryAfter: number };
  /** Seconds before the next try; the value `wait` of the notice's text. */
  retryAfter?: number;
  kind: 'info' | 'success' | 'error';
  /** Target of the notice's link, without the base path. */
  to?: string;
  /** Key of a refused payment; its text becomes the value `reason` of the notice's text. */
  reason?: string;
  /** The failed call; its text becomes the value `reason` of the notice's text. */
  failure?: Pick<Failure, 'kind' | 'key'>;
  /** The event that undoes what the notice reports. */
  undo?: UnknownAction;
  /** Stays until the user closes it. */
  stays?: boolean;
  /** A page for guests shows it above its form, until the user leaves that page. */
  inPage?: boolean;
}

interface NavigateOptions {
  replace?: boolean;
  /** Route state: plain values only. */
  state?: unknown;
}

/** Everything that sagas need from outside; they use no other globals. */
export interface Ports {
  api: Api;
  /** Milliseconds since 1970. */
  clock: { now: () => number };
  navigate: {
    /** Opens an address of the product, without the base path. */
    to: (path: string, options?: NavigateOptions) => void;
    /** Opens an address like `to`, with a full page load. */
    reload: (path: string) => void;
  };
  notify: (notice: Notice) => void;
  channel: SessionChannel;
  /** The server's event stream. */
  stream: EventStream;
  /** The other tabs of this browser. */
  tabs: Tabs;
  visibility: Visibility;
  webPush: WebPush;
  /** `maxAge` in seconds. */
  cookies: { set: (name: string, value: string, maxAge: number) => void; remove: (name: string) => void };
  /** PUTs a file and reports the progress. */
  upload: Upload;
  /** Offers the file to the user as a download. */
  saveFile: SaveFile;
  random: {
    /** Returns a random unique id. */
    id: () => string;
  };
  persist: {
    /** Writes pending changes to the storage. */
    flush: () => Promise<void>;
    /** Stops all writing to the storage from this tab. */
    pause: () => void;
  };
}
