import type { Api } from '../../lib/api';
import type { WaitingDecision } from '../applications';

type Decision = Pick<WaitingDecision, 'applicationId' | 'options' | 'key'>;

/** Declines an application once for the key of the decision; returns its row. */
export const putDecline = async (api: Api, { applicationId: id, options, key }: Decision) =>
  (
    await api.call('PUT /job/application/:id/decline', {
      params: { id },
      body: { ...options, isNew: true },
      headers: { 'Idempotency-Key': key },
    })
  ).application;

/** Reopens a declined application once for the key of the decision; returns its row. */
export const deleteDecline = (api: Api, { applicationId: id, key }: Decision) =>
  api.call('DELETE /job/application/:id/decline', { params: { id }, headers: { 'Idempotency-Key': key } });
