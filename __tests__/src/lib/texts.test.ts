import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compileTexts, pickFirst } from '../../../scripts/textParts.mjs';
import en from '../../../i18n/en.json';
import { shownTexts, showLocale, watchTexts, wholeTexts } from '../../../src/lib/texts';

describe('texts in two parts', () => {
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

  it.each(['src/screens/Login', 'src/screens/ErrorPage', 'src/app', 'src/ui'])('%s needs only the first', (folder) => {
    // What is in app/support comes later, and waits for the whole of them.
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.tsx?$/.test(file) && !file.startsWith('support'),
    );
    const named = files.flatMap((file) => [
      ...readFileSync(path.join(folder, file), 'utf8').matchAll(/['"`]([a-zA-Z]+(?:\.[a-zA-Z]+)+)['"`]/g),
    ]);
    const ids = named.map(([, id]) => id!).filter((id) => id in en);
    expect(ids.filter((id) => !(id in pickFirst(en)))).toEqual([]);
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
