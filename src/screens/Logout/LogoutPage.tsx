import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { hasWaitingOf } from '../../domains/applications';
import { hasUnsentOf } from '../../domains/chat';
import { hasDraftOf } from '../../domains/jobs';
import { logoutRequested, selectIsLeaving, selectIsSignedIn, selectUser } from '../../domains/session';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { ConfirmDialog } from '../../ui/Modal';
import { PageHeading } from '../../ui/PageHeading';
import { ProgressLine } from '../../ui/ProgressLine';
import { useText } from '../../ui/text';
import { useNavigate } from '../../ui/router';

/**
 * Signs out and loads /login again. It redirects guests, and asks for confirmation first if the user has drafts or
 * unsent messages, which are deleted: docs/PRODUCT.md#sign-out.
 */
export const LogoutPage = () => {
  const t = useText();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectUser);
  const isSignedIn = useAppSelector(selectIsSignedIn);
  const isLeaving = useAppSelector(selectIsLeaving);
  const hasDraft = useAppSelector(hasDraftOf(user?.id));
  const hasUnsent = useAppSelector(hasUnsentOf(user?.id));
  const hasWaiting = useAppSelector(hasWaitingOf(user?.id));
  const [needsConfirmation] = useState(hasDraft || hasUnsent || hasWaiting);
  const [isSure, setSure] = useState(false);
  useEffect(() => {
    if (isSignedIn && (!needsConfirmation || isSure)) dispatch(logoutRequested());
  }, [dispatch, isSignedIn, needsConfirmation, isSure]);
  if (!isSignedIn && !isLeaving) return <Navigate to={paths.login()} replace />;
  return (
    <>
      <PageHeading title={t('shell.menu.signOut')} hidden />
      <ProgressLine />
      <ConfirmDialog
        open={needsConfirmation && !isSure}
        title={t('logout.drafts.title')}
        text={t('logout.drafts.text')}
        action={t('logout.drafts.action')}
        onConfirm={() => setSure(true)}
        onCancel={() => navigate(-1)}
      />
    </>
  );
};
