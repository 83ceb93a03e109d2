import { render } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import messages from '../../../../i18n/en.json';
import { DemoBar } from '../../../../src/app/App';

it('shows no bar outside a demo', () => {
  const { container } = render(
    <IntlProvider locale="en" messages={messages}>
      <DemoBar />
    </IntlProvider>,
  );
  expect(container).toBeEmptyDOMElement();
});
