import {
  accountSaga,
  countryCheckRequested,
  placeOfFailure,
  refusesPhoneProof,
  registrationFailureSeen,
  registrationLeft,
  registrationOpened,
  registrationPaused,
  registrationSubmitted,
  selectRegistrationPassword,
  selectRegistration,
  selectRegistrationDraft,
  type RegistrationDraft,
} from '../../../../src/domains/account';
import { loggedOut, loginSucceeded } from '../../../../src/domains/session';
import type { Failure } from '../../../../src/domains/kit/failure';
import { ApiError } from '../../../../src/lib/http';
import { anApiError, aUser, noAnswer } from '../../../support/builders';
import { deferred, fakeApi, ok } from '../../../support/fakeApi';
import { fakeClock } from '../../../support/fakeClock';
import { runWatcher } from '../../../support/testStore';

const PATH = '/user/company/register';

const draft: RegistrationDraft = {
  companyName: 'Bakery',
  firstName: 'Ada',
  lastName: 'Yıldız',
  email: 'ada@bakery.test',
  country: '1',
  phone: '5321234567',
  place: { name: 'Kadıköy, İstanbul', latitude: 40.99, longitude: 29.03 },
  agreement: true,
};
const body = {
  email: draft.email,
  password: 'Secret12',
  firstName: 'Ada',
  lastName: 'Yıldız',
  companyName: 'Bakery',
  phone: draft.phone,
  country: 1,
  location: '40.99, 29.03',
  agreement: true as const,
  phoneVerifyCode: 'proof',
};

let clock: ReturnType<typeof fakeClock>;
beforeEach(() => {
  clock = fakeClock();
});
afterEach(() => clock.stop());

const failure = (more: Partial<Failure>): Failure => ({
  kind: 'invalid',
  key: 'error.invalid_request',
  requestId: null,
  status: 400,
  ...more,
});

test.each<[Partial<Failure>, ReturnType<typeof placeOfFailure>, boolean]>([
  [{ fields: { email: 'user.email.form_validation.unique' } }, 'form', false],
  [{ key: 'user.phone.verified_code.error' }, 'form', true],
  [{ fields: { phoneVerifyCode: 'user.phone.verified_code.error' } }, 'form', true],
  [{ key: 'error.unknown_error' }, 'dialog', false],
  [{ key: 'error.unknown_error', status: 422 }, 'dialog', false],
  [{ key: 'error.unknown_error', fields: { phone: 'field.invalid' } }, 'form', false],
  [{ key: 'error.unknown_error', status: 500, kind: 'unknown' }, 'page', false],
  [{ key: 'error.too_many_requests', status: 429, kind: 'limited' }, 'form', false],
  [{ key: 'network.no_answer', status: 0, kind: 'network' }, 'form', false],
])('shows a failed registration with %j in the right place: %s', (more, place, refused) => {
  expect(placeOfFailure(failure(more))).toBe(place);
  expect(refusesPhoneProof(failure(more))).toBe(refused);
});

describe('registration', () => {
  const open = (api = fakeApi()) => {
    const world = runWatcher(accountSaga, { api });
    world.dispatch(registrationOpened());
    return world;
  };

  test('signs the new user in and clears the form', async () => {
    const user = aUser();
    const world = open(fakeApi().on('PUT', PATH, ok({ user, access_token: 't1' })));
    world.dispatch(registrationPaused({ draft, password: 'Secret12' }));
    world.dispatch(registrationSubmitted(body));
    await clock.after(0);
    expect(world.api.calls).toMatchObject([{ method: 'PUT', path: PATH, body }]);
    expect(world.events).toContainEqual(loginSucceeded({ user, accessToken: 't1' }));
    expect(world.state().account).toMatchObject({ draft: null, password: '', submit: { status: 'loaded' } });
    world.dispatch(registrationLeft(draft));
    expect(selectRegistrationDraft(world.state())).toBeNull();
  });

  test('sends one request, however often it is submitted', async () => {
    const answer = deferred<never>();
    const world = open(fakeApi().on('PUT', PATH, () => answer.promise));
    world.dispatch(registrationSubmitted(body));
    world.dispatch(registrationSubmitted(body));
    await clock.after(0);
    expect(world.api.calls).toHaveLength(1);
    answer.reject(noAnswer());
    await clock.after(0);
    expect(selectRegistration(world.state())).toMatchObject({ status: 'failed', error: { kind: 'network' } });
  });

  test('keeps the field errors of the server', async () => {
    const refused = new ApiError({
      status: 400,
      key: 'user.email.form_validation.unique',
      children: { email: { errors: ['user.email.form_validation.unique'] } },
    });
    const world = open(fakeApi().on('PUT', PATH, refused));
    world.dispatch(registrationSubmitted(body));
    await clock.after(0);
    expect(selectRegistration(world.state())).toMatchObject({
      error: { fields: { email: 'user.email.form_validation.unique' } },
    });
    expect(world.ports.navigate.to).not.toHaveBeenCalled();
    world.dispatch(registrationFailureSeen());
    expect(selectRegistration(world.state())).toEqual({ status: 'init' });
  });

  test('opens the error page after a 500', async () => {
    const world = open(fakeApi().on('PUT', PATH, anApiError(500, 'error.unknown_error')));
    world.dispatch(registrationSubmitted(body));
    await clock.after(0);
    expect(world.ports.navigate.to).toHaveBeenCalledWith('/error', expect.anything());
  });

  describe('answered after the form was left', () => {
    const leave = async () => {
      const answer = deferred<ReturnType<typeof ok>>();
      const world = open(fakeApi().on('PUT', PATH, () => answer.promise));
      world.dispatch(registrationSubmitted(body));
      world.dispatch(registrationLeft(draft));
      const settled = async () => {
        await clock.after(0);
        return selectRegistration(world.state()).status;
      };
      return { ...world, answer, settled };
    };

    test('a failure stays on the page where the user is, with a notice', async () => {
      const { answer, settled, ports, notices } = await leave();
      answer.reject(anApiError(500, 'error.unknown_error'));
      expect(await settled()).toBe('init');
      expect(ports.navigate.to).not.toHaveBeenCalled();
      expect(notices).toMatchObject([{ id: 'common.errors.errorOccurred' }]);
    });

    test('a failure shows in the form that the user opened again', async () => {
      const { dispatch, answer, settled, notices } = await leave();
      dispatch(registrationOpened());
      answer.reject(noAnswer());
      expect(await settled()).toBe('failed');
      expect(notices).toEqual([]);
    });

    test('a success keeps the session of a user who has signed in since', async () => {
      const { dispatch, events, answer, settled } = await leave();
      const credential = { user: aUser({ id: 9 }), accessToken: 't9' };
      dispatch(loginSucceeded(credential));
      answer.resolve(ok({ user: aUser({ id: 10 }), access_token: 't10' }));
      expect(await settled()).toBe('loaded');
      expect(events.filter(loginSucceeded.match)).toEqual([loginSucceeded(credential)]);
    });
  });

  test('clears the password after half an hour, on signing in and on signing out', async () => {
    const world = open();
    const password = () => selectRegistrationPassword(world.state());
    world.dispatch(registrationPaused({ draft, password: 'Secret12' }));
    await clock.after(29 * 60_000);
    expect(password()).toBe('Secret12');
    await clock.after(60_000);
    expect(password()).toBe('');
    world.dispatch(registrationPaused({ draft, password: 'Secret12' }));
    world.dispatch(loginSucceeded({ user: aUser(), accessToken: 't' }));
    expect(password()).toBe('');
    expect(selectRegistrationDraft(world.state())).toEqual(draft);
    world.dispatch(loggedOut());
    expect(selectRegistrationDraft(world.state())).toBeNull();
  });

  test('requests the country from the geo API', async () => {
    const found = { isDetected: true, country: { id: 1 } };
    const world = open(fakeApi().on('POST', '/country/check', ok(found)));
    world.dispatch(countryCheckRequested({ language: 'tr-TR' }));
    await clock.after(0);
    expect(world.api.calls).toMatchObject([{ base: 'geo', body: { language: 'tr-TR' } }]);
    expect(world.state().account.countryCheck).toEqual({ status: 'loaded', data: found });
  });
});
