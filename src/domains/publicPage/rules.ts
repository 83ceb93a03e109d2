import type { PublicPage } from '../../../contract/schemas/publicPage';

type Figures = Pick<PublicPage, 'days'>;

/** Returns the views and applications of all days together. */
export const totalsOf = ({ days }: Figures): { views: number; applications: number } => ({
  views: days.reduce((sum, { views }) => sum + views, 0),
  applications: days.reduce((sum, { applications }) => sum + applications, 0),
});

/** False for a page without views and without applications. */
export const hasFigures = (page: Figures): boolean => {
  const { views, applications } = totalsOf(page);
  return views + applications > 0;
};
