import { BASE_PATH } from '../../lib/paths';
import type { Recorder } from '../../store/recorder';
import type { Router } from '../../ui/router';

export const recordPlaces = (router: Router, recorder: Recorder): void => {
  let lastKey: string | undefined;
  const record = ({ location: { key, pathname, search, hash, state } }: Router['state']) => {
    if (key === lastKey) return;
    lastKey = key;
    recorder.moved({ path: `${pathname.replace(BASE_PATH, '')}${search}${hash}` || '/', state: state as unknown });
  };
  record(router.state);
  router.subscribe(record);
};
