import { screen, within } from '@testing-library/react';
import type { WaitingDecision } from '../../../src/domains/applications';
import { ApplicationCard } from '../../../src/widgets/ApplicationList/ApplicationCard';
import { WaitingLine } from '../../../src/widgets/Decisions/WaitingLine';
import { anApplication, aUser } from '../../support/builders';
import { fakeApi } from '../../support/fakeApi';
import { renderScreen } from '../../support/renderScreen';

const row = anApplication({ id: 103 });
const name = `${row.user.firstName} ${row.user.lastName}`;
const user = aUser({ id: 7 });
const anEntry = (act: WaitingDecision['act'], given: Partial<WaitingDecision> = {}): WaitingDecision => ({
  key: 'a',
  ownerId: 7,
  applicationId: 103,
  act,
  isTried: false,
  ...given,
});

const state = (entries: WaitingDecision[], refusedKey?: string) => ({
  waiting: {
    entries,
    refused: refusedKey
      ? [
          {
            ownerId: 7,
            applicationId: 103,
            act: 'decline' as const,
            failure: { kind: 'conflict' as const, key: refusedKey },
          },
        ]
      : [],
    sending: null,
    begun: [],
  },
});

const show = async (...given: Parameters<typeof state>) => {
  const onToggle = jest.fn();
  const card = (
    <ApplicationCard
      row={row}
      layout="page"
      showsJob={false}
      showsBranch={false}
      index={0}
      total={1}
      selected={false}
      holidays={[]}
      addressOf={() => ({ href: '/a', appointmentHref: '/b' })}
      onOpen={jest.fn()}
      onToggle={onToggle}
      onDecline={jest.fn()}
    />
  );
  const rendered = await renderScreen(card, { user, api: fakeApi(), state: state(...given) });
  return { ...rendered, onToggle };
};

test('a card shows a decline as done while it waits, and takes it back', async () => {
  const { person, store } = await show([anEntry('decline')]);
  const card = within(screen.getByRole('article'));
  expect(card.getByText('Not sent yet: declined')).toBeVisible();
  for (const hidden of [`Decline ${name}`, `Add ${name} to the shortlist`])
    expect(card.queryByRole('button', { name: hidden })).toBeNull();
  await person.click(card.getByRole('button', { name: `Undo the decision about ${name}` }));
  expect(store.getState().waiting.entries).toEqual([]);
  expect(card.getByRole('button', { name: `Decline ${name}` })).toBeVisible();
});

test('a card shows a star as set while it waits, and the next press removes it', async () => {
  const { person, onToggle } = await show([anEntry('star')]);
  const star = screen.getByRole('button', { name: `Remove ${name} from the shortlist` });
  expect(star).toHaveAttribute('aria-pressed', 'true');
  await person.click(star);
  expect(onToggle).toHaveBeenCalledWith(expect.objectContaining({ id: 103, isShortListed: true }));
});

test('a waiting decision of another user is not shown', async () => {
  await show([anEntry('decline', { ownerId: 8 })]);
  expect(screen.getByRole('button', { name: `Decline ${name}` })).toBeVisible();
  expect(screen.queryByText(/Not sent yet/)).toBeNull();
});

test('a refusal says why at the row, until it is closed', async () => {
  const { person } = await renderScreen(<WaitingLine row={row} />, {
    user,
    api: fakeApi(),
    state: state([], 'application.withdrawn'),
  });
  expect(screen.getByText(/^Not declined\. .+withdr/)).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText(/^Not declined/)).toBeNull();
});
