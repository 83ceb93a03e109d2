import type { ViewsState } from './slice';

export const selectViews = ({ views }: { views: ViewsState }) => views;
export const selectViewList = ({ views }: { views: ViewsState }) => views.list;
