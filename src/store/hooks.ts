import { shallowEqual, useDispatch, useSelector, useStore } from 'react-redux';
import type { AppDispatch, AppStore } from './createStore';
import type { RootState } from './rootReducer';

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();
export const useAppStore = useStore.withTypes<AppStore>();

/** Returns these fields of a slice. The component renders again only when one of them changes. */
export const useFields = <S, K extends keyof S>(select: (state: RootState) => S, ...keys: K[]): Pick<S, K> =>
  useAppSelector((state) => {
    const slice = select(state);
    return Object.fromEntries(keys.map((key) => [key, slice[key]])) as Pick<S, K>;
  }, shallowEqual);
