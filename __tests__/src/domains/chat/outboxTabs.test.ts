import type { UnknownAction } from '@reduxjs/toolkit';
import { chatJoined, conversationActions, outboxActions } from '../../../../src/domains/chat';
import { logoutRequested } from '../../../../src/domains/session';
import { noAnswer } from '../../../support/builders';
import { aMessage, anEntry } from '../../../support/chat';
import { fakeApi } from '../../../support/fakeApi';
import { fakeClock } from '../../../support/fakeClock';
import { keeping, refusal, SEND, start, written } from './outboxWorld';

let clock: ReturnType<typeof fakeClock>;
beforeEach(() => {
  clock = fakeClock();
});
afterEach(() => clock.stop());

describe('another tab', () => {
  const receive = (world: ReturnType<typeof start>, action: UnknownAction) =>
    world.live.world.receive({ type: 'outbox', action });
  const startBeside = (api = keeping(), entries: ReturnType<typeof anEntry>[] = []) => {
    const world = start(api, entries);
    world.live.world.isLeader = false;
    return world;
  };

  test('shares messages and drafts, and only the tab that wrote a message sends it', async () => {
    const world = startBeside();
    const { outbox, sent, dispatch, live } = world;
    dispatch(chatJoined());
    receive(world, outboxActions.draftTyped({ key: '7/5', text: 'Text x' }));
    receive(world, outboxActions.draftTyped({ key: '7/9', text: 'typed elsewhere' }));
    receive(world, outboxActions.messageSubmitted(anEntry('x')));
    expect(outbox()).toMatchObject({ entries: [{ clientId: 'x' }], drafts: { '7/9': 'typed elsewhere' } });
    expect(outbox().drafts).not.toHaveProperty('7/5');
    receive(world, outboxActions.draftTyped({ key: '7/9', text: '' }));
    expect(outbox().drafts).toEqual({});
    await clock.after(5000);
    expect(sent()).toEqual([]);
    receive(world, conversationActions.messageAccepted({ clientId: 'x', threadId: 5, message: aMessage(1) }));
    await clock.after(60_000);
    expect(sent()).toEqual([]);
    expect(outbox().entries).toEqual([]);
    expect(live.world.posted.filter((message) => (message as { type: string }).type === 'outbox')).toEqual([]);
  });

  test('closed while sending: the new leader sends its messages at once', async () => {
    const world = startBeside();
    receive(world, outboxActions.messageSubmitted(anEntry('x')));
    await clock.after(2000);
    expect(world.sent()).toEqual([]);
    world.live.world.becomeLeader();
    await clock.after(0);
    expect(world.sent()).toEqual(['x']);
    expect(world.outbox().entries).toEqual([]);
  });

  test('asleep while it should send: this tab sends its messages once a call must have ended', async () => {
    const world = startBeside(keeping(), [anEntry('x')]);
    world.dispatch(chatJoined());
    await clock.after(34_999);
    expect(world.sent()).toEqual([]);
    await clock.after(1);
    expect(world.sent()).toEqual(['x']);
  });

  test('after a third one: this tab waits while either of them tries', async () => {
    const world = startBeside(keeping(), [anEntry('x')]);
    world.dispatch(chatJoined());
    await clock.after(30_000);
    receive(world, outboxActions.sendBegun({ clientId: 'x' }));
    await clock.after(30_000);
    receive(world, outboxActions.messageFailed({ clientId: 'x', state: { status: 'waiting' } }));
    await clock.after(34_999);
    expect(world.sent()).toEqual([]);
    await clock.after(1);
    expect(world.sent()).toEqual(['x']);
  });

  test.each([
    ['cancelled it', outboxActions.takenBack({ clientId: 'x' })],
    ['signed out', outboxActions.outboxDropped({ ownerId: 7 })],
  ])('%s: this tab does not send it either', async (_name, action) => {
    const world = startBeside();
    receive(world, outboxActions.messageSubmitted(anEntry('x')));
    receive(world, action);
    world.live.world.becomeLeader();
    await clock.after(60_000);
    expect(world.sent()).toEqual([]);
    expect(world.outbox().entries).toEqual([]);
  });

  test('may send between two tries of this one, which then sends nothing twice', async () => {
    const world = start(keeping().on('PUT', SEND, noAnswer()), [anEntry('x')]);
    world.dispatch(chatJoined());
    await clock.after(199);
    const locks = () => [...world.live.world.locks].filter((name) => name.startsWith('outbox'));
    // The other tabs hear of the failure before one of them may go on.
    expect([world.sent(), locks()]).toEqual([['x'], ['outbox.5']]);
    await clock.after(1);
    expect(locks()).toEqual([]);
    world.live.world.isLeader = false;
    expect(world.outbox().sending).toEqual({ x: { status: 'waiting' } });
    receive(world, outboxActions.sendBegun({ clientId: 'x' }));
    // It cannot be taken back while the other tab sends it.
    expect(world.outbox().sending).toEqual({});
    await clock.after(30_000);
    receive(world, conversationActions.messageAccepted({ clientId: 'x', threadId: 5, message: aMessage(1) }));
    world.live.world.becomeLeader();
    await clock.after(60_000);
    expect(world.sent()).toEqual(['x']);
  });

  test('that tries again does not make this one try at once', async () => {
    const world = start(keeping().on('PUT', SEND, noAnswer()), [anEntry('x')]);
    world.dispatch(chatJoined());
    await clock.after(0);
    receive(world, outboxActions.retried({ clientId: 'x' }));
    await clock.after(2199);
    expect(world.sent()).toEqual(['x']);
    await clock.after(1);
    expect(world.sent()).toEqual(['x', 'x']);
  });

  test('hears of each try, also of a tab that was opened after the first one', async () => {
    const { dispatch, live } = start(keeping(), [anEntry('x')]);
    dispatch(chatJoined());
    await clock.after(0);
    const begun = expect.objectContaining({ action: outboxActions.sendBegun({ clientId: 'x' }) });
    expect(live.world.posted).toContainEqual(begun);
  });

  test('receives every outbox action of this tab', async () => {
    const { dispatch, live } = start(fakeApi().on('PUT', SEND, refusal('sleep_mode')));
    const told = () =>
      live.world.posted.flatMap((message) => {
        const { action } = message as { action?: UnknownAction };
        return action ? [action.type.split('/')[1]] : [];
      });
    dispatch(outboxActions.draftTyped({ key: '7/5', text: 'Hello' }));
    dispatch(written('Hello'));
    await clock.after(0);
    dispatch(outboxActions.takenBack({ clientId: 'random-id' }));
    dispatch(logoutRequested());
    await clock.after(0);
    expect(told()).toEqual([
      'draftTyped',
      'messageSubmitted',
      'sendBegun',
      'messageFailed',
      'takenBack',
      'outboxDropped',
    ]);
  });
});
