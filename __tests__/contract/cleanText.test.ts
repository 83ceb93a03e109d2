import { asEmail, textOrNull, VISIBLE, withLatinDigits, withoutUnseen } from '../../contract/constants/cleanText';
import { fullName, shortName } from '../../contract/constants/text';

describe('texts that people type', () => {
  it.each([
    ['Ay\u200bşe', 'Ayşe'],
    ['\u202eAyşe\u202c', 'Ayşe'],
    ['\u2066Ali\u2069 \ufeffVeli', 'Ali Veli'],
    ['Ay\u00adşe\u200d', 'Ayşe'],
    // Fillers of Korean count as letters and show nothing.
    ['\u3164\uffa0Min\u115f\u1160', 'Min'],
    // Persian and Hindi write with joiners.
    ['علی\u200cرضا', 'علی\u200cرضا'],
    ['क्\u200dष', 'क्\u200dष'],
    ['Ayşe Yılmaz', 'Ayşe Yılmaz'],
  ])('lose invisible characters: %j', (typed, clean) => expect(withoutUnseen(typed)).toBe(clean));

  it.each([
    ['', false],
    [' \n\u00a0', false],
    ['\u200b\u200c\u200d\u00ad', false],
    ['\u202e\u202c\u3164\ufeff\u2066\u2069', false],
    ['\u200b.', true],
    ['ş', true],
    ['😀', true],
  ])('show something: %j %s', (typed, isSeen) => expect(new RegExp(VISIBLE).test(typed)).toBe(isSeen));

  it.each([
    ['٠٥٣٢', '0532'],
    ['۱۲۳۴', '1234'],
    ['１２', '12'],
    ['1२৩', '123'],
    ['०', '0'],
  ])('get the digits 0 to 9: %s', (typed, clean) => expect(withLatinDigits(typed)).toBe(clean));

  it.each([
    ['BİLGİ@ornek.com', 'BILGI@ornek.com'],
    ['bılgı@ornek.com', 'bilgi@ornek.com'],
    ['\u200bali@ornek.com', 'ali@ornek.com'],
  ])('become a mail address that can exist: %j', (typed, clean) => expect(asEmail(typed)).toBe(clean));

  it.each([
    [{ firstName: 'Ayşe', lastName: 'Yılmaz' }, 'Ayşe Yılmaz', 'Ayşe Y.'],
    [{ firstName: 'Suharto', lastName: '' }, 'Suharto', 'Suharto'],
    [{ firstName: 'A', lastName: '😀x' }, 'A 😀x', 'A 😀.'],
  ])('give a person a full and a short name', (person, whole, short) =>
    expect([fullName(person), shortName(person)]).toEqual([whole, short]),
  );

  it.each([
    [undefined, null],
    [null, null],
    [' \n ', null],
    ['\u200b\u2060', null],
    [' Moda ', 'Moda'],
  ])('keep of the text %j what shows: %j', (given, expected) => {
    expect(textOrNull(given)).toBe(expected);
  });
});
