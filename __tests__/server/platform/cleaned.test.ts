import { ROUTES } from '../../../contract/routes/index';
import { cleaned } from '../../../server/platform/http/requestContext';

describe('the body and the query of a request', () => {
  it('gets clean names, titles, searches, mail addresses, numbers and codes at any depth, and keeps other texts as they came', () =>
    expect(
      cleaned({
        firstName: 'Ay\u200bşe',
        companyName: '\u202eMavi',
        email: 'BİLGİ@ornek.com',
        contactPhone: '\u202a٥٣٢\u202c',
        code: '۱۲۳۴',
        title: 'Gar\u00adson',
        q: '\u200eAyşe\u200b',
        rows: [{ name: 'A\u200eli', note: 'x\u200by' }],
        about: 'İ\u200b٣',
        count: 3,
        none: null,
      }),
    ).toEqual({
      firstName: 'Ayşe',
      companyName: 'Mavi',
      email: 'BILGI@ornek.com',
      contactPhone: '532',
      code: '1234',
      title: 'Garson',
      q: 'Ayşe',
      rows: [{ name: 'Ali', note: 'x\u200by' }],
      about: 'İ\u200b٣',
      count: 3,
      none: null,
    }));

  interface Schema {
    properties?: Record<string, Schema>;
    items?: Schema;
    anyOf?: Schema[];
    pattern?: string;
    format?: string;
  }
  /** Returns the fields of a schema that hold a mail address or the digits of a phone. */
  const typedIn = ({ properties = {}, items, anyOf = [], pattern, format }: Schema, field = ''): string[] => [
    ...(format === 'email' || pattern === '^\\d{10}$' ? [field] : []),
    ...Object.entries(properties).flatMap(([name, one]) => typedIn(one, name)),
    ...[...anyOf, ...(items ? [items] : [])].flatMap((one) => typedIn(one, field)),
  ];
  const FIELDS = [...new Set(ROUTES.flatMap(({ body }) => (body ? typedIn(body as Schema) : [])))];

  it('has fields for mail addresses and phones to check', () =>
    expect(FIELDS).toEqual(expect.arrayContaining(['email', 'phone', 'contactTypePhoneNumber'])));

  it.each(FIELDS)('is cleaned in %s, a field of the contract for a mail address or a phone', (field) =>
    expect(cleaned({ [field]: '1\u200b2' })).toEqual({ [field]: '12' }),
  );
});
