import type { UnknownAction } from '@reduxjs/toolkit';
import { memoryStorage } from '../../../src/lib/storage';
import { aUser } from '../../support/builders';
import { fakeApi } from '../../support/fakeApi';
import { fakePorts } from '../../support/fakePorts';

interface DevToolsOptions {
  actionSanitizer: (action: UnknownAction) => UnknownAction;
  stateSanitizer: (state: unknown) => unknown;
  predicate: (state: unknown, action: UnknownAction) => boolean;
  shouldHotReload: boolean;
}

// The toolkit looks for the browser's extension when its module loads.
const extension = jest.fn((_options: DevToolsOptions) => (enhance: unknown) => enhance);
Object.assign(globalThis, { __REDUX_DEVTOOLS_EXTENSION_COMPOSE__: extension });

const create = async (devTools: boolean) => {
  const { createAppStore } = await import('../../../src/store/createStore');
  const { ports } = fakePorts(fakeApi());
  return createAppStore({ ports, storage: memoryStorage(), devTools, report: () => undefined });
};

describe('developer tools', () => {
  beforeEach(() => extension.mockClear());

  test('are off unless the setting turns them on', async () => {
    await create(false);
    expect(extension).not.toHaveBeenCalled();
  });

  test('do not run all actions again when a part loads later', async () => {
    await create(true);
    expect(extension.mock.calls[0]![0].shouldHotReload).toBe(false);
  });

  test('see neither tokens nor passwords nor rehydration', async () => {
    await create(true);
    const { actionSanitizer, stateSanitizer, predicate } = extension.mock.calls[0]![0];
    const login = { type: 'session/loginSubmitted', payload: { email: 'a@b.co', password: 'planted' } };
    expect(JSON.stringify(actionSanitizer(login))).not.toContain('planted');
    expect(JSON.stringify(stateSanitizer({ session: { user: aUser(), accessToken: 'planted' } }))).not.toContain(
      'planted',
    );
    expect(predicate({}, login)).toBe(true);
    expect(predicate({}, { type: 'persist/REHYDRATE' })).toBe(false);
  });
});
