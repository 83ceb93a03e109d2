import { Navigate, useLocation } from 'react-router-dom';
import { selectUser } from '../../domains/session';
import { paths } from '../../lib/paths';
import { useAppSelector } from '../../store/hooks';
import { Card, Page } from '../../ui/LoadState';
import { readRouteState } from './routeState';
import { Verification } from './Verification';
import styles from './SmsVerify.module.css';

/** Verifies a phone by a code sent to it. Guests see the guest frame, signed-in users a dashboard page. */
export const SmsVerifyPage = () => {
  const { state } = useLocation();
  const user = useAppSelector(selectUser);
  const routeState = readRouteState(state);
  if (!routeState) return <Navigate to={user ? paths.home() : paths.register()} replace />;
  if (!user) return <Verification routeState={routeState} />;
  return (
    <Page narrow>
      <Card className={styles.card}>
        <Verification routeState={routeState} />
      </Card>
    </Page>
  );
};
