import { defineRoute } from '../../contract/routes/defineRoute';
import { SubscriptionPlans } from '../../contract/schemas/product';

const summary = 'List plans';

it('admits signed-in users only, unless the record says otherwise', () => {
  expect(defineRoute('getPlans', 'GET /api/plans', { summary }).access).toEqual({ level: 'branch' });
  expect(defineRoute('getPlans', 'GET /api/plans', { summary, access: { level: 'root' } }).access).toEqual({
    level: 'root',
  });
});

it('keeps what the record says, with the method and the path of its call', () => {
  const record = { summary, query: SubscriptionPlans, reply: SubscriptionPlans, errors: ['error.not_found'] } as const;
  expect(defineRoute('getPlans', 'GET /api/plans/:id', record)).toEqual({
    ...record,
    id: 'getPlans',
    method: 'GET',
    path: '/api/plans/:id',
    access: { level: 'branch' },
  });
});

it('does not compile a misspelled field, whose default would apply', () => {
  // @ts-expect-error `access` is misspelled
  defineRoute('getPlans', 'GET /api/plans', { summary, acces: { level: 'root' } });
  // @ts-expect-error no such method
  defineRoute('getPlans', 'PATCH /api/plans', { summary });
});
