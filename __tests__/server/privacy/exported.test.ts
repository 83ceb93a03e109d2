import { sql } from 'kysely';
import { getPersonExportFile } from '../../../contract/routes/privacy';
import { privacyWorld, SECRET, type Person, type PrivacyWorld } from './privacyWorld';

/** The stored columns that the file leaves out, with the reasons. */
const LEFT_OUT: Record<string, string> = {
  'a copy of what the file has, for lists and search':
    'applications.worker_education applications.worker_gender applications.worker_name_folded threads.worker_name_folded',
  'a copy of what the file has, until it is sent or a bulk action is forgotten':
    'bulk_items.before bulks.options event_outbox.data outgoing_messages.attachment_name outgoing_messages.body_html outgoing_messages.body_text outgoing_messages.subject worker_events.data',
  'half an hour old at most, and of nobody until the phone is proved':
    'application_drafts.address application_drafts.first_name application_drafts.form application_drafts.last_name application_drafts.notice application_drafts.outcome application_drafts.ref application_drafts.step application_drafts.who phone_codes.nonce',
  'the employer’s own call or file': 'exports.query exports.recipient idempotency_keys.answer idempotency_keys.key',
  'a number of the worker’s own product': 'messages.client_message_id workers.external_id',
  'masked, as the employer sees it': 'workers.identity_number',
  'the organisation was told another name': 'workers.first_name workers.last_name',
};

describe('the file of a person', () => {
  let world: PrivacyWorld;
  beforeAll(async () => {
    world = await privacyWorld();
  });
  afterAll(() => world.server.close());

  const fileOf = async ({ workerId }: Person): Promise<string> => {
    const { body } = await world.exportOf(workerId);
    const params = { id: body.payload.exportId };
    const { file } = await world.server.call(getPersonExportFile, { as: 'root', params });
    return file!.toString();
  };

  it('contains everything that the organisation stores, except the columns listed with a reason', async () => {
    const person = await world.nextPerson();
    await world.plant(person);
    const columns = await world.nameColumns();
    const text = await fileOf(person);
    const missing = columns.filter((column) => !text.includes(`${SECRET}-${column}`));
    expect(missing).toEqual(
      Object.values(LEFT_OUT)
        .flatMap((names) => names.split(' '))
        .sort(),
    );
    // This is only in the audit log.
    const meetings = JSON.parse(text).applications.flatMap(
      ({ appointments }: { appointments: object[] }) => appointments ?? [],
    );
    expect(meetings).toContainEqual(
      expect.objectContaining({ corrections: [expect.objectContaining({ reason: SECRET })] }),
    );
  });

  it('contains nothing that the person stated to another organisation on a public page', async () => {
    const person = await world.nextPerson();
    const { db } = world.server;
    await sql`
      update workers set external_id = 'web:elsewhere', first_name = 'Elsewhere',
        experiences = ${JSON.stringify([{ companyName: 'Elsewhere' }])} where id = ${person.workerId}`.execute(db);
    await sql`
      insert into application_sources (application_id, user_id, source, ref, first_name, last_name, experiences, days,
        parts, created_at)
      values (${person.applicationId}, ${person.userId}, 'web', 'poster', 'Ayşe', 'Yıldız', '[]', '{}', '{}', now())`.execute(
      db,
    );
    const data = await fileOf(person);
    expect(data).not.toContain('Elsewhere');
    expect(JSON.parse(data).profile).toMatchObject({ firstName: 'Ayşe', lastName: 'Yıldız', experiences: [] });
  });
});
