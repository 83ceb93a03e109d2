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

  const idsIn = (folder: string) => {
    // What is in app/support comes later, and waits for the whole of them.
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.tsx?$/.test(file) && !file.startsWith('support'),
    );
    const named = files.flatMap((file) => [
      ...readFileSync(path.join(folder, file), 'utf8').matchAll(/['"`]([a-zA-Z]+(?:\.[a-zA-Z]+)+)['"`]/g),
    ]);
    return named.map(([, id]) => id!).filter((id) => id in en);
  };

  it.each(['src/screens/Login', 'src/screens/ErrorPage', 'src/app', 'src/ui'])('%s needs only the first', (folder) => {
    expect(idsIn(folder).filter((id) => !(id in pickFirst(en)))).toEqual([]);
  });

  const DAILY = ['Applications', 'BranchesInbox', 'Inbox', 'JobDetail', 'Jobs', 'Logout', 'NotFound', 'Unauthorized'];
  const WIDGETS = ['ApplicationList', 'Conversation', 'Offer', 'PageKeys', 'exports'];
  it.each([...DAILY.map((name) => `src/screens/${name}`), ...WIDGETS.map((name) => `src/widgets/${name}`)])(
    '%s needs only those of the daily work',
    (folder) => {
      expect(idsIn(folder).filter((id) => !(id in pickDaily(en)))).toEqual([]);
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
});
