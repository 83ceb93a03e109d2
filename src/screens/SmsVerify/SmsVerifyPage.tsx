import { Navigate, useLocation } from 'react-router-dom';
import { selectUser } from '../../domains/session';
import { paths } from '../../lib/paths';
import { useAppSelector } from '../../store/hooks';
import { Card, Page } from '../../ui/Page';
import { readTrip } from './trip';
import { Verification } from './Verification';

/** Verifies a phone by a code sent to it. Guests see the guest frame, signed-in users a dashboard page. */
export const SmsVerifyPage = () => {
  const { state } = useLocation();
  const user = useAppSelector(selectUser);
  const trip = readTrip(state);
  if (!trip) return <Navigate to={user ? paths.home() : paths.register()} replace />;
  if (!user) return <Verification trip={trip} />;
  return (
    <Page narrow>
      <Card>
        <Verification trip={trip} />
      </Card>
    </Page>
  );
};
