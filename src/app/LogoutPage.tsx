import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { logoutRequested, selectIsLeaving, selectIsSignedIn } from '../domains/session';
import { paths } from '../lib/paths';
import { useAppDispatch, useAppSelector } from '../store/hooks';
import { ProgressLine } from '../ui/ProgressLine';

/** Signs out; the page is loaded anew at /login. A guest has nothing to sign out of. */
export const LogoutPage = () => {
  const dispatch = useAppDispatch();
  const isSignedIn = useAppSelector(selectIsSignedIn);
  const isLeaving = useAppSelector(selectIsLeaving);
  useEffect(() => {
    if (isSignedIn) dispatch(logoutRequested());
  }, [dispatch, isSignedIn]);
  return isSignedIn || isLeaving ? <ProgressLine /> : <Navigate to={paths.login()} replace />;
};
