import { cleanBody } from '../../../server/platform/http/cleanBody';

describe('a body of a request', () => {
  it('has clean names, mail addresses, numbers and codes, however deep, and other texts as they came', () =>
    expect(
      cleanBody({
        firstName: 'Ay\u200bşe',
        companyName: '\u202eMavi',
        email: 'BİLGİ@ornek.com',
        contactPhone: '\u202a٥٣٢\u202c',
        code: '۱۲۳۴',
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
      rows: [{ name: 'Ali', note: 'x\u200by' }],
      about: 'İ\u200b٣',
      count: 3,
      none: null,
    }));
});
