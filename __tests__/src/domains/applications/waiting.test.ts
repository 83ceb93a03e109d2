import { withDecision, type DecisionAct, type WaitingDecision } from '../../../../src/domains/applications';

let made = 0;
const decision = (act: DecisionAct, given: Partial<WaitingDecision> = {}): WaitingDecision => {
  made += 1;
  return { key: `k${made}`, ownerId: 7, applicationId: 70, act, isTried: false, ...given };
};
const acts = (entries: readonly WaitingDecision[]) => entries.map(({ act, isTried }) => `${act}${isTried ? '?' : ''}`);

/** Queues decisions one after the other; `?` marks one whose try got no answer. */
const waiting = (...names: string[]) =>
  names.reduce<WaitingDecision[]>((entries, name) => {
    const act = name.replace('?', '') as DecisionAct;
    return withDecision(
      { entries, sending: null, begun: [] as string[] },
      decision(act, { isTried: name.endsWith('?') }),
    );
  }, []);

describe('decisions about one application that wait', () => {
  test.each([
    [['decline'], ['decline']],
    [['decline', 'decline'], ['decline']],
    [['decline', 'reopen'], []],
    [['star', 'unstar'], []],
    [['unstar', 'star'], []],
    [['decline', 'reopen', 'decline'], ['decline']],
    [
      ['star', 'decline'],
      ['star', 'decline'],
    ],
    [['star', 'decline', 'reopen'], ['star']],
    // The server may have saved the decline; if it did not, reopening changes nothing.
    [['decline?', 'reopen'], ['reopen?']],
    [['decline?', 'reopen', 'decline'], ['decline?']],
    [['star?', 'unstar'], ['unstar?']],
  ])('%j leave %j', (given, left) => expect(acts(waiting(...given))).toEqual(left));

  test('stay behind one that is being sent', () => {
    const first = decision('decline');
    for (const state of [
      { sending: first.key, begun: [] },
      { sending: null, begun: [first.key] },
    ])
      expect(acts(withDecision({ entries: [first], ...state }, decision('reopen')))).toEqual(['decline', 'reopen']);
  });

  test('leave decisions about other applications and of other users alone', () => {
    for (const other of [{ applicationId: 71 }, { ownerId: 8 }]) {
      const state = { entries: [decision('decline', other)], sending: null, begun: [] as string[] };
      expect(acts(withDecision(state, decision('reopen')))).toEqual(['decline', 'reopen']);
    }
  });
});
