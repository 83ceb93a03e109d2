import type { createMemoryRouter } from 'react-router-dom';
import { BASE_PATH } from '../../lib/paths';
import type { Recorder } from '../../store/recorder';

type Router = Pick<ReturnType<typeof createMemoryRouter>, 'state' | 'subscribe'>;

export const recordPlaces = (router: Router, recorder: Recorder): void => {
  let seen: string | undefined;
  const look = ({ location: { key, pathname, search, hash, state } }: Router['state']) => {
    if (key === seen) return;
    seen = key;
    recorder.moved({ path: `${pathname.replace(BASE_PATH, '')}${search}${hash}` || '/', state: state as unknown });
  };
  look(router.state);
  router.subscribe(look);
};
