import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pickTexts } from '../../../scripts/textParts.mjs';
import en from '../../../i18n/en.json';
import { shownTexts, showLocale, watchTexts, wholeTexts } from '../../../src/lib/texts';

describe('texts in two parts', () => {
  it('has every text in exactly one of them', () => {
    const [first, rest] = [Object.keys(pickTexts(en, 'first')), Object.keys(pickTexts(en, 'rest'))];
    expect([...first, ...rest].sort()).toEqual(Object.keys(en).sort());
    expect(first).toContain('login.submit');
    expect(rest).toContain('jobs.title');
  });

  it.each(['src/screens/Login', 'src/screens/ErrorPage', 'src/app', 'src/ui'])('%s needs only the first', (folder) => {
    // What is in app/support comes later, and waits for the whole of them.
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.tsx?$/.test(file) && !file.startsWith('support'),
    );
    const named = files.flatMap((file) => [
      ...readFileSync(path.join(folder, file), 'utf8').matchAll(/['"`]([a-zA-Z]+(?:\.[a-zA-Z]+)+)['"`]/g),
    ]);
    const ids = named.map(([, id]) => id!).filter((id) => id in en);
    expect(ids.filter((id) => !(id in pickTexts(en, 'first')))).toEqual([]);
  });

  it('shows the language that was chosen last, and the whole of it to those who wait', async () => {
    const changes: (string | undefined)[] = [];
    const stop = watchTexts(() => changes.push(shownTexts()?.locale));
    showLocale('en');
    const whole = wholeTexts();
    showLocale('tr');
    await whole;
    expect(shownTexts()).toMatchObject({
      locale: 'tr',
      isWhole: true,
      messages: { 'login.submit': [{ type: 0, value: 'Giriş yap' }] },
    });
    expect(changes).toEqual(['tr']);
    stop();
  });
});
