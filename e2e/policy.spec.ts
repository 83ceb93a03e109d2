import { enterAs } from './support/session';
import { expect, test } from './support/test';

test.use({ serviceWorkers: 'allow' });

test('the browser refuses what the policy forbids and reports it to the journeys', async ({ page, violations }) => {
  await page.goto('/dashboard/login');
  const refused = await page.evaluate(async () => {
    const element = document.createElement('div');
    document.body.append(element);
    const attempts: Record<string, () => unknown> = {
      'markup from a text': () => void (element.innerHTML = '<b>x</b>'),
      'a script from a text': () => void (document.createElement('script').text = 'window.ran = 1'),
      'the address of a script': () => void (document.createElement('script').src = 'https://evil.example/x.js'),
      // oxlint-disable-next-line typescript/no-implied-eval -- the policy must refuse it
      'a text as a program': () => new Function('return 1'),
      'a policy of its own': () =>
        (
          globalThis as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => unknown } }
        ).trustedTypes.createPolicy('another', {}),
      'a worker of others': () => navigator.serviceWorker.register('/api/x.js'),
      // Without the policy another error would say that there is no such script.
      'another worker of ours': () =>
        navigator.serviceWorker.register('/dashboard/x.js').catch((error: Error) => {
          if (error instanceof TypeError) throw error;
        }),
    };
    const found: string[] = [];
    for (const [name, attempt] of Object.entries(attempts)) {
      // The code must run in a task of the page: the debugger may evaluate texts.
      await new Promise(requestAnimationFrame);
      try {
        await attempt();
      } catch {
        found.push(name);
      }
    }
    const inline = document.createElement('style');
    inline.textContent = 'body { --ran: 1 }';
    document.head.append(inline);
    if (getComputedStyle(document.body).getPropertyValue('--ran') === '') found.push('a style without the nonce');
    return found;
  });
  expect(refused).toEqual([
    'markup from a text',
    'a script from a text',
    'the address of a script',
    'a text as a program',
    'a policy of its own',
    'a worker of others',
    'another worker of ours',
    'a style without the nonce',
  ]);
  await expect.poll(() => violations.length).toBeGreaterThanOrEqual(7);
  // These violations were intended.
  violations.length = 0;
});

test('the service worker may be registered, and the map may probe the browser', async ({ page }) => {
  await enterAs(page, 'company');
  expect(
    await page.evaluate(async () => {
      const { active, installing, waiting } = await navigator.serviceWorker.register(
        '/dashboard/push-sw.js?language=en',
      );
      return (active ?? waiting ?? installing)?.scriptURL;
    }),
  ).toMatch(/\/dashboard\/push-sw\.js/);
  await page.goto('/dashboard/profile/edit');
  await expect(page.locator('.leaflet-container')).toBeVisible();
  await page.locator('.leaflet-control-zoom-in').click();
});
