import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compileTexts, pickDaily, pickFirst, pickLater } from '../../../scripts/textParts.mjs';
import en from '../../../i18n/en.json';
import { dailyTexts, shownTexts, showLocale, watchTexts, wholeTexts } from '../../../src/lib/texts';

describe('texts in parts', () => {
  it('has in the first what the sign-in page says, and not what the others do', () => {
    const first = Object.keys(pickFirst(en));
    expect(first).toContain('login.submit');
    expect(first).not.toContain('jobs.title');
    expect(first.length).toBeLessThan(Object.keys(en).length / 3);
  });

  it('holds those with placeholders as the elements that they are made of, all others as they stand', () => {
    expect(compileTexts({ plain: 'Giriş yap', filled: 'Merhaba {name}', quoted: "It''s" })).toEqual({
      plain: 'Giriş yap',
      filled: [
        { type: 0, value: 'Merhaba ' },
        { type: 1, value: 'name' },
      ],
      quoted: [{ type: 0, value: "It's" }],
    });
  });

  const sourcesIn = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      // What is in app/support comes later, and waits for the whole of them.
      .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('support'))
      .map((file) => readFileSync(path.join(folder, file), 'utf8'));
  const namedIn = (folder: string, pattern: RegExp) =>
    sourcesIn(folder).flatMap((source) => [...source.matchAll(pattern)].map(([, name]) => name!));

  it.each(['src/screens/Login', 'src/screens/ErrorPage', 'src/app', 'src/ui'])('%s needs only the first', (folder) => {
    const ids = namedIn(folder, /['"`]([a-zA-Z]+(?:\.[a-zA-Z]+)+)['"`]/g).filter((id) => id in en);
    expect(ids.filter((id) => !(id in pickFirst(en)))).toEqual([]);
  });

  const routes = readFileSync('src/app/routes.tsx', 'utf8');
  const screens = [...routes.matchAll(/= screen\(\s*async \(\) => \(await import\('\.\.\/(screens\/\w+)\//g)].map(
    ([, at]) => at!,
  );
  const widgets = ['ApplicationList', 'Conversation', 'Offer', 'PageKeys', 'exports'].map((name) => `widgets/${name}`);
  const domains = ['jobs', 'applications', 'chat', 'exports', 'session', 'notices', 'reference', 'preferences', 'kit'];
  it.each([...new Set(screens), ...widgets, ...domains.map((name) => `domains/${name}`)])(
    '%s needs only those of the daily work, also where it puts an id together',
    (folder) => {
      const later = new Set(Object.keys(pickLater(en)).map((id) => id.split('.')[0]!));
      expect(namedIn(`src/${folder}`, /['"`]([a-zA-Z]+)\./g).filter((name) => later.has(name))).toEqual([]);
    },
  );

  it('is of one whole: each text is of the daily work or comes later', () => {
    const [daily, later] = [pickDaily(en), pickLater(en)].map((part) => Object.keys(part));
    expect([...daily!, ...later!].sort()).toEqual(Object.keys(en).sort());
    expect(Object.keys(pickFirst(en)).filter((id) => !daily!.includes(id))).toEqual([]);
  });

  it('shows the language that was chosen last, and the whole of it to those who wait', async () => {
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

  it('asks again for a part that did not come', async () => {
    jest.resetModules();
    const intl = await import('../../../src/lib/intl');
    const texts = await import('../../../src/lib/texts');
    texts.showLocale('en');
    await texts.dailyTexts();
    const load = jest.spyOn(intl, 'loadMessages');
    load.mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('away'));
    await expect(texts.wholeTexts()).rejects.toThrow('away');
    await texts.wholeTexts();
    expect(texts.shownTexts()).toMatchObject({ locale: 'en', part: 'whole' });
    load.mockRestore();
  });
});
