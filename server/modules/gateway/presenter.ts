import type { Static } from 'typebox';
import type { GatewayJob } from '../../../contract/schemas/gateway';
import type { OpenJob } from './repository';

/** Seven decimals are a centimetre; never the exponent form, which the contract's text does not have. */
const decimal = (degrees: number): string => degrees.toFixed(7);

/** The JSON of an open job. */
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
