import { DAY, HOUR } from '../../../contract/constants/time';
import { STAGES, type StageKey } from '../../../contract/constants/statuses';
import { StageBadge } from '../../../src/ui/StageBadge';
import { NOW } from '../../support/fakeClock';
import { renderScreen } from '../../support/renderScreen';

beforeEach(() => void jest.useFakeTimers({ now: NOW }));
afterEach(() => void jest.useRealTimers());

const badge = async (key: StageKey, hours: number | null, more: { isUnseen?: boolean } = {}) => {
  const at = hours === null ? null : new Date(NOW + hours * HOUR).toISOString();
  const { container } = await renderScreen(<StageBadge stage={{ key, at }} {...more} />);
  return container;
};

// Friday noon in Istanbul.
test.each<[StageKey, number | null, string]>([
  ['new', -1, 'New'],
  ['shortlisted', -1, 'Shortlisted'],
  ['invited', 2, 'Invited · until 14:00'],
  ['invited', 22, 'Invited · until Cmt 10:00'],
  ['accepted', 1, 'Approved · 13:00'],
  ['accepted', 3 * 24, 'Approved · Pzt 12:00'],
  ['accepted', 6 * 24, 'Approved · Per 12:00'],
  ['accepted', 7 * 24, 'Approved · 27/11 12:00'],
  ['accepted', -7 * 24, 'Approved · 13/11 12:00'],
  ['came', -1, 'Came'],
  ['offered', -1, 'Offer sent'],
  ['hired', null, 'Hired'],
  ['hired', 3 * 24, 'Hired · starts Pzt'],
  ['hired', 1, 'Hired · starts 13:00'],
  ['hired', 30 * 24, 'Hired · starts 20/12'],
  ['hired', -2 * 24, 'Hired · first day Çar'],
  ['started', -1, 'Started'],
  ['declined', null, 'Declined'],
  ['declined', -1, 'Declined · notified 11:00'],
  ['declined', -25, 'Declined · notified Per 11:00'],
  ['withdrew', null, 'Withdrew'],
  ['missed', -1, 'No-show'],
])('%s, %s hours from now: %s', async (key, hours, text) => {
  expect(await badge(key, hours)).toHaveTextContent(new RegExp(`^${text}$`));
});

test('one colour a stage, whatever its time, and grey for what has ended', async () => {
  const look = async (key: StageKey, at: number | null) => (await badge(key, at)).querySelector('span')!.className;
  for (const key of STAGES) expect([key, await look(key, null)]).toEqual([key, await look(key, DAY / HOUR)]);
  const ended = new Set(await Promise.all((['declined', 'withdrew', 'missed'] as const).map((key) => look(key, null))));
  expect(ended.size).toBe(1);
  for (const key of STAGES.slice(0, 8)) expect(ended).not.toContain(await look(key, null));
});

test('says that nobody has opened the application, and shows nothing without a stage', async () => {
  expect(await badge('new', -1, { isUnseen: true })).toHaveTextContent('NewNot opened yet');
  expect((await renderScreen(<StageBadge stage={undefined} />)).container).toBeEmptyDOMElement();
});
