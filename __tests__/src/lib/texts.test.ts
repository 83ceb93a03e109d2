import type * as IntlModule from '../../../src/lib/intl';
import { dailyTexts, shownTexts, showLocale, watchTexts, wholeTexts } from '../../../src/lib/texts';

describe('texts that load in parts', () => {
  it('shows the language that was chosen last, and resolves waiting callers with all of its texts', async () => {
    const changes: (string | undefined)[] = [];
    const stop = watchTexts(() => changes.push(shownTexts()?.locale));
    showLocale('en');
    const daily = dailyTexts();
    const whole = wholeTexts();
    showLocale('tr');
    await Promise.all([daily, whole]);
    expect(shownTexts()).toMatchObject({
      locale: 'tr',
      part: 'whole',
      messages: { 'login.submit': [{ type: 0, value: 'Giriş yap' }] },
    });
    expect(changes).toEqual(['tr']);
    stop();
  });

  it('adds a further part to the visible texts without telling the page', async () => {
    jest.resetModules();
    const texts = await import('../../../src/lib/texts');
    texts.showLocale('en');
    await texts.listTexts();
    const shown = texts.shownTexts();
    const listener = jest.fn();
    texts.watchTexts(listener);
    await texts.wholeTexts();
    expect(texts.shownTexts()).toBe(shown);
    expect(shown).toMatchObject({ part: 'whole' });
    expect(shown?.messages).toHaveProperty(['basket.title']);
    expect(listener).not.toHaveBeenCalled();
  });

  it('tries until it has the first texts of a language; the page could not even tell that they are missing', async () => {
    jest.resetModules();
    const intl = jest.requireActual<typeof IntlModule>('../../../src/lib/intl');
    const load = jest.fn(intl.loadMessages);
    const nextTry = jest.fn(async () => undefined);
    jest.doMock('../../../src/lib/intl', () => ({ ...intl, loadMessages: load }));
    jest.doMock('../../../src/lib/browser', () => ({ nextTry }));
    const texts = await import('../../../src/lib/texts');
    for (let tries = 0; tries < 6; tries += 1) load.mockRejectedValueOnce(new Error('away'));
    texts.showLocale('en');
    await texts.listTexts();
    expect(texts.shownTexts()).toMatchObject({ locale: 'en', part: 'lists' });
    // Nobody waits any more for the first ones, which were replaced.
    expect(nextTry.mock.calls.length).toBeGreaterThan(0);
    for (let tries = 0; tries < 4; tries += 1) load.mockRejectedValueOnce(new Error('away'));
    texts.showLocale('tr');
    await texts.dailyTexts();
    expect(texts.shownTexts()).toMatchObject({ locale: 'tr', part: 'daily' });
  });

  it('shows the texts of the language when those of the region cannot be loaded', async () => {
    jest.resetModules();
    jest.doMock('../../../i18n/en-GB.json', () => {
      throw new Error('away');
    });
    jest.dontMock('../../../src/lib/intl');
    const { loadMessages } = await import('../../../src/lib/intl');
    expect(await loadMessages('en-GB', 'first')).toEqual(await loadMessages('en', 'first'));
    expect(await loadMessages('es-MX', 'whole')).not.toEqual(await loadMessages('es', 'whole'));
  });

  it('loads a part again after a failure', async () => {
    jest.resetModules();
    const intl = jest.requireActual<typeof IntlModule>('../../../src/lib/intl');
    const load = jest.fn(intl.loadMessages);
    jest.doMock('../../../src/lib/intl', () => ({ ...intl, loadMessages: load }));
    const texts = await import('../../../src/lib/texts');
    texts.showLocale('en');
    await texts.dailyTexts();
    load.mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('away'));
    await expect(texts.wholeTexts()).rejects.toThrow('away');
    await texts.wholeTexts();
    expect(texts.shownTexts()).toMatchObject({ locale: 'en', part: 'whole' });
  });
});
