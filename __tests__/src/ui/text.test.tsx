import { screen } from '@testing-library/react';
import { NameAge, T, useText } from '../../../src/ui/text';
import { renderUi } from '../../support/renderUi';

const ARABIC = 'أحمد ياسين';

const Title = ({ name }: { name: string }) => <p title={useText()('applicant.title', { name, tab: 'Profile' })} />;

it('keeps a right-to-left name apart from the age beside it, and from a translation', () => {
  renderUi(<NameAge name={ARABIC} age={30} />);
  const name = screen.getByText(ARABIC);
  expect(name).toHaveAttribute('dir', 'auto');
  expect(name).toHaveAttribute('translate', 'no');
  expect(name.parentElement).toHaveTextContent(`${ARABIC}, 30`);
});

it.each([
  [ARABIC, `\u2068${ARABIC}\u2069`],
  ['דנה לוי', '\u2068דנה לוי\u2069'],
  ['Ayşe Yılmaz', 'Ayşe Yılmaz'],
  ['李小龙', '李小龙'],
])('isolates %s within a text only if it runs from right to left', (name, shown) => {
  const { container } = renderUi(
    <>
      <Title name={name} />
      <T id="decisions.bar.declined" values={{ name }} />
    </>,
  );
  expect(container.querySelector('p')?.title).toContain(shown);
  expect(container.querySelector('span')?.textContent).toBe(`Declined: ${shown}`);
});
