import type { ReactNode } from 'react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { selectIsLeaving, selectRefused, selectUser } from '../domains/session';
import { paths, returnPath } from '../lib/paths';
import { NotFoundPage } from '../screens/NotFound/NotFoundPage';
import { useAppSelector } from '../store/hooks';
import { ProgressLine } from '../ui/ProgressLine';
import { verdictOf, type Access } from './access';

/** Ids in an address are whole numbers; 0 selects all jobs on the detail page. See docs/PRODUCT.md#routes. */
const ID = /^\d{1,15}$/;

const hasWrongId = (params: Record<string, string | undefined>): boolean =>
  Object.entries(params).some(([name, value]) => name.endsWith('Id') && value !== undefined && !ID.test(value));

/** Shows a page to permitted users and redirects all others. See docs/PRODUCT.md#page-access. */
export const Guard = ({ children, ...access }: Access & { children: ReactNode }) => {
  const user = useAppSelector(selectUser);
  const isLeaving = useAppSelector(selectIsLeaving);
  const wasRefused = useAppSelector(selectRefused);
  const location = useLocation();
  const params = useParams();
  if (isLeaving) return <ProgressLine />;
  const verdict = verdictOf(user, access);
  if (verdict === 'signIn') {
    const from = `${location.pathname}${location.search}${location.hash}`;
    return <Navigate to={wasRefused ? paths.login() : paths.register()} replace state={{ from }} />;
  }
  if (verdict === 'denied') {
    return <Navigate to={paths.unauthorized()} replace state={{ who: access.who }} />;
  }
  if (verdict === 'goOn') return <Navigate to={returnPath(location.state)} replace />;
  return hasWrongId(params) ? <NotFoundPage /> : children;
};
