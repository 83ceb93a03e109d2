import { useRef, useState } from 'react';
import { screen, waitFor } from '@testing-library/react';
import { useApplicantKeys } from '../../../src/screens/Applicant/useApplicantKeys';
import { useCardKeys } from '../../../src/widgets/ApplicationList/useCardKeys';
import { KeysDialog } from '../../../src/widgets/PageKeys/KeysDialog';
import { aUser } from '../../support/builders';
import { renderScreen } from '../../support/renderScreen';

const onNext = jest.fn();
const onShortlist = jest.fn();
const onStar = jest.fn();

const Listener = ({ isOpenBeside = false }) => {
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useApplicantKeys({ onNext, onShortlist });
  useCardKeys(list, { count: 2, isOn: !isOpenBeside, scrollTo: () => undefined });
  return (
    <>
      <button onClick={() => setOpen(true)}>Keys</button>
      <div ref={list}>
        {[0, 1].map((index) => (
          <article key={index} data-index={index} tabIndex={-1}>
            <button aria-pressed="false" onClick={onStar}>{`Star ${index}`}</button>
          </article>
        ))}
      </div>
      <KeysDialog open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
};

const show = (isOpenBeside = false) =>
  renderScreen(<Listener isOpenBeside={isOpenBeside} />, { path: '/', at: '/', user: aUser() });
beforeEach(() => jest.clearAllMocks());

test('single keys work until they are turned off; then only the arrows work', async () => {
  const { person, store } = await show();
  const cards = screen.getAllByRole('article');
  await person.keyboard('j');
  expect(onNext).toHaveBeenCalledTimes(1);
  expect(cards[0]).toHaveFocus();
  await person.keyboard('s');
  expect(onStar).toHaveBeenCalledTimes(1);

  await person.click(screen.getByRole('button', { name: 'Keys' }));
  const keys = await screen.findByRole('switch', { name: 'Use keyboard shortcuts' });
  expect(keys).toBeChecked();
  expect(keys).toHaveAccessibleDescription(/voice control/);
  await person.click(keys);
  expect(store.getState().preferences.hasPageKeys).toBe(false);
  await person.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Keys' })).toHaveFocus();

  jest.clearAllMocks();
  cards[0]!.focus();
  await person.keyboard('jJkKsS?');
  for (const handler of [onNext, onShortlist, onStar]) expect(handler).not.toHaveBeenCalled();
  expect(cards[0]).toHaveFocus();
  await person.keyboard('{ArrowDown}');
  expect(cards[1]).toHaveFocus();
});

test('beside an open applicant the keys are the applicant’s: the focused card is not decided on too', async () => {
  const { person } = await show(true);
  screen.getAllByRole('article')[0]!.focus();
  await person.keyboard('sj');
  expect(onShortlist).toHaveBeenCalledTimes(1);
  expect(onStar).not.toHaveBeenCalled();
  expect(screen.getAllByRole('article')[0]).toHaveFocus();
});

describe('J right after a fast scroll', () => {
  const top = (card: HTMLElement, px: number) =>
    jest.spyOn(card, 'getBoundingClientRect').mockReturnValue({ top: px } as DOMRect);
  beforeEach(() => Object.defineProperty(window, 'scrollY', { configurable: true, value: 9000 }));
  afterEach(() => Object.defineProperty(window, 'scrollY', { configurable: true, value: 0 }));

  test('waits until the rows where it ended are drawn', async () => {
    const { person } = await show();
    const [above, below] = screen.getAllByRole('article');
    top(above!, -5000);
    const place = top(below!, 5000);
    await person.keyboard('j');
    expect(document.body).toHaveFocus();
    place.mockReturnValue({ top: 60 } as DOMRect);
    await waitFor(() => expect(below).toHaveFocus());
  });

  test('does not take the focus from where the user went meanwhile', async () => {
    const { person } = await show();
    const [first] = screen.getAllByRole('article');
    const place = top(first!, -5000);
    await person.keyboard('j');
    const star = screen.getByRole('button', { name: 'Star 1' });
    star.focus();
    place.mockReturnValue({ top: 60 } as DOMRect);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    expect(star).toHaveFocus();
  });
});
