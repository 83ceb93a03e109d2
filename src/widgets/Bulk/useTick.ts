import { useCallback } from 'react';
import { selectApplications } from '../../domains/applications';
import { rangeOf, rowsTicked, selectIsChosen, selectSelection } from '../../domains/bulks';
import { useAppDispatch, useAppStore } from '../../store/hooks';

/** Returns a function that ticks or unticks a row; with a range, also the rows since the last one. */
export const useTick = () => {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  return useCallback(
    (id: number, hasRange: boolean) => {
      const state = store.getState();
      const isChosen = selectIsChosen(id)(state);
      const { anchor } = selectSelection(state);
      const listed = selectApplications(state).items.map((row) => row.id);
      const ids = hasRange ? rangeOf(listed, anchor, id) : [id];
      dispatch(rowsTicked({ ids, isTicked: hasRange || !isChosen, anchor: id }));
    },
    [dispatch, store],
  );
};
