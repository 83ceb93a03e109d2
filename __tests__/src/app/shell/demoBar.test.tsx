import { render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import en from '../../../../i18n/en.json';
import es from '../../../../i18n/es.json';
import tr from '../../../../i18n/tr.json';
import { DemoBar } from '../../../../src/app/App';
import { parseSettings, readSettings } from '../../../../src/lib/settings';

const settings = document.createElement('script');
settings.type = 'application/json';
settings.id = 'runtime-settings';
settings.textContent = JSON.stringify({ demo: true });
document.head.append(settings);

it.each([
  ['en', en, 'Demo: don’t enter real data'],
  ['tr', tr, 'Demo: gerçek veri girmeyin'],
  ['es', es, 'Demo: no introduzca datos reales'],
])('shows in %s that this is a demo, in a region without controls', (locale, messages, text) => {
  render(
    <IntlProvider locale={locale} messages={messages}>
      <DemoBar />
    </IntlProvider>,
  );
  expect(screen.getByRole('complementary', { name: text })).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

it('only the server’s settings turn the demo on', () => {
  expect(readSettings().demo).toBe(true);
  expect(parseSettings('{}').demo).toBe(false);
});
