import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../platform/deps';
import { badRequestFirst } from '../../platform/errors';
import * as contract from '../../../contract/routes/jobs';
import type { JobBody } from '../../../contract/schemas/jobForm';
import { ownerScope } from '../../platform/auth/guard';
import { idempotently, type KeepAnswer } from '../../platform/http/idempotency';
import { route } from '../../platform/http/route';
import * as jobs from './service';
import * as lookups from './listService';
import { countByStatus } from './listRepository';
import { listPositions } from './repository';

export * from './listRepository';
export * from './repository';

/**
 * Returns the fields that identify a repeated request: not the token that older clients send in place of a branch,
 * which may have changed, and not the picture, which each try uploads again.
 */
const repeatable = ({ targetUser, image, ...rest }: JobBody) => ({
  ...rest,
  targetUser: typeof targetUser === 'number' ? targetUser : null,
  hasImage: image != null,
});

const registerForm = (app: FastifyInstance, deps: jobs.JobsDeps): void => {
  route(app, contract.postJob, async (call) => {
    const { user, body, request } = call;
    const key = request.headers['idempotency-key'];
    const repeatableCall = { userId: user.id, route: contract.postJob.id, key, body: repeatable(body) };
    const create = (keep: KeepAnswer) =>
      badRequestFirst(
        () => jobs.checkBody(deps, call, body),
        () => jobs.createJob(deps, call, body, keep),
      );
    return { payload: await idempotently(deps, repeatableCall, create) };
  });
  route(app, contract.getJob, async (call) => ({ payload: { job: await jobs.getJob(deps, call, call.params.id) } }));
  route(app, contract.putJob, async (call) => ({
    payload: await badRequestFirst(
      () => jobs.checkBody(deps, call, call.body),
      () => jobs.changeJob(deps, call, call.params.id, call.body),
    ),
  }));
  route(app, contract.copyJob, async (call) => ({ payload: { job: await jobs.copyJob(deps, call, call.params.id) } }));
};

const registerLookups = (app: FastifyInstance, deps: Deps): void => {
  route(app, contract.getPositions, async ({ query }) => ({ payload: await listPositions(deps.db, query.q) }));
  route(app, contract.getSpokenLanguages, async ({ language }) => ({
    payload: await lookups.spokenLanguages(deps, language),
  }));
  route(app, contract.getTags, async (call) => ({ payload: await lookups.tags(deps, call) }));
  route(app, contract.postTag, async (call) => ({
    payload: { tag: await lookups.addTag(deps, call, call.body.name) },
  }));
  route(app, contract.getCompanyLocations, async ({ user, query }) => ({
    payload: await lookups.companyLocations(deps, user, query.targetUserId),
  }));
  route(app, contract.postCompanyLocation, async (call) => {
    const location = await lookups.addCompanyLocation(deps, call, call.body);
    return { payload: { id: location.id, location } };
  });
};

/** Registers the routes of jobs: the list and its counts, the form and its options. */
export const registerJobs = (app: FastifyInstance, deps: jobs.JobsDeps): void => {
  route(app, contract.searchJobs, ({ user, query }) => lookups.searchJobs(deps, user, query));
  route(app, contract.getJobCounts, async ({ user }) => ({ payload: await countByStatus(deps.db, ownerScope(user)) }));
  registerForm(app, deps);
  registerLookups(app, deps);
};
