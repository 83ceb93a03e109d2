import type { Static } from 'typebox';
import type { GatewayJob } from '../../../contract/schemas/gateway';
import type { OpenJob } from './repository';

/** Seven decimals are a centimetre. `toFixed` avoids the exponent form, which the contract forbids. */
const decimal = (degrees: number): string => degrees.toFixed(7);

export const presentOpenJob = (job: OpenJob): Static<typeof GatewayJob> => ({
  id: job.id,
  title: job.title,
  description: job.description,
  companyName: job.companyName,
  position: { id: job.positionId, name: job.positionName },
  openedAt: job.openedAt,
  locations: job.places.map(({ name, latitude, longitude }) => ({
    name,
    location: `${decimal(latitude)}, ${decimal(longitude)}`,
  })),
  distanceKm: job.distanceKm,
});
