import { Profiler } from 'react';
import { act, screen } from '@testing-library/react';
import { LoadState } from '../../../src/ui/LoadState';
import { RemovalDialog } from '../../../src/ui/RemovalDialog';
import { ErrorState, FailureLine, type FailureLike } from '../../../src/ui/State';
import { Toasts } from '../../../src/ui/Toasts';
import { TimeRing } from '../../../src/ui/Score';
import { ScoreBar } from '../../../src/ui/ScoreBar';
import { Avatar } from '../../../src/ui/Avatar';
import { NOW } from '../../support/fakeClock';
import { renderUi } from '../../support/renderUi';

const failure = (change: Partial<FailureLike> = {}): FailureLike => ({
  kind: 'unknown',
  key: 'error.unknown_error',
  requestId: 'req-7',
  ...change,
});

describe('LoadState', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const show = (load: Parameters<typeof LoadState>[0]['load'], stale = false) =>
    renderUi(
      <LoadState load={load} stale={stale} skeleton={<span>bones</span>}>
        <span>content</span>
      </LoadState>,
    );

  it('shows the skeleton after 150 ms, not before', () => {
    show({ status: 'loading' });
    act(() => jest.advanceTimersByTime(149));
    // The skeleton reserves its space, so that nothing below it moves.
    expect(screen.getByText('bones')).not.toBeVisible();
    act(() => jest.advanceTimersByTime(1));
    expect(screen.getByText('bones')).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('Loading…');
  });

  it('keeps the old content during a reload', () => {
    show({ status: 'loading' }, true);
    expect(screen.getByText('content')).toBeInTheDocument();
  });

  it('shows loaded content, and an error after a failure', () => {
    show({ status: 'loaded' });
    expect(screen.getByText('content')).toBeInTheDocument();
    show({ status: 'failed', error: failure() });
    expect(screen.getByRole('alert')).toHaveTextContent('req-7');
  });
});

describe('ErrorState', () => {
  it.each([
    [failure(), 'Something went wrong on our side'],
    [failure({ kind: 'conflict', key: 'job.not_active' }), 'This job isn’t active.'],
    [failure({ kind: 'conflict', key: 'a.key.of.tomorrow' }), 'Someone else changed this'],
    [failure({ kind: 'network', key: 'error.unknown_error', requestId: null }), 'We can’t reach the server'],
  ])('shows a text for %j', (given, text) => {
    renderUi(<ErrorState failure={given} />);
    expect(screen.getByRole('alert')).toHaveTextContent(text);
  });

  it('offers a retry', async () => {
    const onRetry = jest.fn();
    const { user } = renderUi(<ErrorState failure={failure()} onRetry={onRetry} />);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['a lost connection', 'network', 1],
    ['a refusal', 'denied', 0],
  ] as const)('retries once the browser is online again after %s', (_name, kind, times) => {
    const onRetry = jest.fn();
    const given = failure({ kind });
    const { unmount } = renderUi(<ErrorState failure={given} onRetry={onRetry} />);
    act(() => void dispatchEvent(new Event('online')));
    expect(onRetry).toHaveBeenCalledTimes(times);
    unmount();
    act(() => void dispatchEvent(new Event('online')));
    expect(onRetry).toHaveBeenCalledTimes(times);
    renderUi(<FailureLine isRead id="ui.refresh.failed" failure={given} onRetry={onRetry} />);
    act(() => void dispatchEvent(new Event('online')));
    expect(onRetry).toHaveBeenCalledTimes(times * 2);
  });

  it('retries a hidden page when the user looks at it, and no change by itself', () => {
    const [onRead, onChange] = [jest.fn(), jest.fn()];
    const given = failure({ kind: 'network' });
    renderUi(
      <>
        <FailureLine isRead id="ui.refresh.failed" failure={given} onRetry={onRead} />
        <FailureLine id="imports.create.stopped" failure={given} onRetry={onChange} />
      </>,
    );
    const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    act(() => void dispatchEvent(new Event('online')));
    expect(onRead).not.toHaveBeenCalled();
    hidden.mockReturnValue(false);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect([onRead.mock.calls.length, onChange.mock.calls.length]).toEqual([1, 0]);
    hidden.mockRestore();
  });
});

test.each([
  ['error.unavailable', 1],
  ['error.unauthorized', 0],
])('a deletion that failed with %s shows %d errors', async (key, count) => {
  const removal = {
    title: 'Delete?',
    text: '',
    action: 'Delete',
    isBusy: false,
    onConfirm: jest.fn(),
    onCancel: jest.fn(),
  };
  renderUi(<RemovalDialog {...removal} failure={failure({ key })} />);
  await screen.findByRole('dialog', { name: 'Delete?' });
  expect(screen.queryAllByRole('alert')).toHaveLength(count);
});

describe('Toasts', () => {
  it('announces messages and closes each after a while', () => {
    jest.useFakeTimers();
    const onClose = jest.fn();
    renderUi(<Toasts toasts={[{ id: 4, kind: 'error', text: 'Not saved' }]} onClose={onClose} />);
    expect(screen.getByRole('status')).toHaveTextContent('Not saved');
    act(() => jest.advanceTimersByTime(6000));
    expect(onClose).toHaveBeenCalledWith(4);
    jest.useRealTimers();
  });
});

describe('TimeRing', () => {
  it.each([
    [86_400_000, '24:00:00', false],
    [7_200_000, '02:00:00', false],
    [7_199_000, '01:59:59', true],
    [500, '00:00:01', true],
  ])('shows %d ms as %s', (remaining, text, isUrgent) => {
    renderUi(<TimeRing remainingAt={() => remaining} total={86_400_000} />);
    expect(screen.getByRole('timer', { name: `Time left to answer: ${text}` })).toHaveTextContent(text);
    expect(screen.getByRole('timer').classList.contains('urgent')).toBe(isUrgent);
  });

  describe('as time passes', () => {
    beforeEach(() => jest.useFakeTimers({ now: NOW }));
    afterEach(() => jest.useRealTimers());
    const renders = jest.fn();
    const show = (left: number) => {
      const remainingAt = (now: number) => NOW + left - now;
      const view = renderUi(
        <Profiler id="ring" onRender={renders}>
          <TimeRing remainingAt={remainingAt} total={86_400_000} />
        </Profiler>,
      );
      renders.mockClear();
      return view;
    };
    const timer = () => screen.getByRole('timer');
    const pass = (seconds: number) => act(() => jest.advanceTimersByTime(seconds * 1000));

    it('changes each second without a render, and takes the colour of actions', () => {
      show(7_202_000);
      const offset = () => timer().querySelector('[stroke-dashoffset]:last-child')!.getAttribute('stroke-dashoffset');
      const before = offset();
      pass(1);
      expect(timer()).toHaveTextContent('02:00:01');
      expect(timer()).toHaveAccessibleName('Time left to answer: 02:00:01');
      expect(timer()).toHaveAttribute('title', 'Time left to answer: 02:00:01');
      expect(offset()).not.toBe(before);
      expect(timer()).not.toHaveClass('urgent');
      pass(2);
      expect(timer()).toHaveTextContent('01:59:59');
      expect(timer()).toHaveClass('urgent');
      expect(renders).not.toHaveBeenCalled();
    });

    it('keeps counting where a browser has translated it', () => {
      show(60_000);
      const clock = screen.getByText('00:01:00');
      clock.innerHTML = '<font><font>00:01:00</font></font>';
      pass(1);
      expect(timer()).toHaveTextContent('00:00:59');
    });

    it('leaves the ticker and the page when the time is over', () => {
      show(2_000);
      expect(jest.getTimerCount()).toBe(1);
      pass(2);
      expect(screen.queryByRole('timer')).not.toBeInTheDocument();
      expect(jest.getTimerCount()).toBe(0);
      pass(60);
      expect(renders).toHaveBeenCalledTimes(1);
    });

    it('joins no ticker when the time was over before, and leaves it with the page', () => {
      show(0);
      expect(jest.getTimerCount()).toBe(0);
      const { unmount } = show(60_000);
      expect(jest.getTimerCount()).toBe(1);
      unmount();
      expect(jest.getTimerCount()).toBe(0);
    });
  });
});

describe('ScoreBar', () => {
  it('names a high score in words as well', () => {
    const { unmount } = renderUi(<ScoreBar percent={60} high />);
    expect(screen.getByText('60%')).toBeInTheDocument();
    expect(screen.getByText('high')).toBeInTheDocument();
    unmount();
    renderUi(<ScoreBar percent={59} high={false} />);
    expect(screen.queryByText('high')).not.toBeInTheDocument();
  });
});

describe('Avatar', () => {
  it('shows initials without a photo, and the number of unread messages', () => {
    renderUi(<Avatar name="Şule Naz Öz" src={null} size={56} badge={120} badgeLabel="120 unread messages" />);
    expect(screen.getByText('ŞÖ')).toBeInTheDocument();
    expect(screen.getByRole('img', { name: '120 unread messages' })).toHaveTextContent('99+');
  });

  it('loads the photo at once, but in a scrolling row only after a pause', () => {
    jest.useFakeTimers();
    const photo = () => document.querySelector('img');
    const { unmount } = renderUi(<Avatar name="Naz Öz" src="/naz.jpg" size={56} />);
    expect(photo()).toHaveAttribute('src', '/naz.jpg');
    unmount();
    renderUi(<Avatar name="Naz Öz" src="/naz.jpg" size={56} lazy />);
    act(() => jest.advanceTimersByTime(249));
    expect(photo()).toBeNull();
    expect(screen.queryByText('NÖ')).not.toBeInTheDocument();
    act(() => jest.advanceTimersByTime(1));
    expect(photo()).toHaveAttribute('src', '/naz.jpg');
    jest.useRealTimers();
  });
});

describe('a rate limit', () => {
  it.each([
    ['error.too_many_requests', 59, 'Too many attempts. Try again in 1 minute.'],
    ['error.too_many_requests', 5400, 'Too many attempts. Try again in 90 minutes.'],
    ['error.too_many_requests', 82_800, 'Too many attempts. Try again in 23 hours.'],
    ['error.too_many_requests', undefined, 'Too many attempts. Wait a moment and try again.'],
    ['user.phone.verify.daily_limit', 590, 'You’ve requested too many codes. Try again in 10 minutes.'],
    ['user.phone.verify.daily_limit', 86_400, 'You’ve requested too many codes. Try again in 24 hours.'],
    ['user.phone.verify.daily_limit', undefined, 'You’ve requested too many codes. Try again later.'],
  ])('%s with a wait of %s seconds tells when to try again', (key, retryAfter, text) => {
    renderUi(<ErrorState failure={failure({ kind: 'limited', key, ...(retryAfter && { retryAfter }) })} />);
    expect(screen.getByRole('alert')).toHaveTextContent(text);
  });
});

describe('a used-up quota', () => {
  it.each([
    ['quota.jobs', { limit: 1000, retryAfter: 10_000 }, /can create 1,000 jobs in 24 hours.*more in 3 hours\./],
    ['quota.uploads', { limit: 100, retryAfter: 590 }, /has 100 pictures.*again in 10 minutes\./],
    ['quota.storage', { limit: 5000, retryAfter: 86_400 }, /5,000 MB.*in 24 hours\./],
  ])('%s shows its limit and the wait', (key, quota, text) => {
    renderUi(<ErrorState failure={failure({ kind: 'limited', key, quota })} />);
    expect(screen.getByRole('alert')).toHaveTextContent(text);
  });
});
