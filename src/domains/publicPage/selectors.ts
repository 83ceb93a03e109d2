import type { PublicPageState } from './slice';

export const selectPublicPage = ({ publicPage }: { publicPage: PublicPageState }) => publicPage;
