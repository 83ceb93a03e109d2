import en from '../../../../i18n/en.json';
import es from '../../../../i18n/es.json';
import tr from '../../../../i18n/tr.json';
import { checkCells, IMPORT_FIELDS, matchColumns, type ImportField } from '../../../../src/domains/imports/columns';
import { indexLookups, missingLookups, prepareRows, type Lookup } from '../../../../src/domains/imports/rows';

const FIELDS = IMPORT_FIELDS.branch;
const labelOf = (texts: Record<string, string>, field: ImportField) =>
  texts[field === 'companyName' ? 'branches.field.companyName' : `profile.field.${field}`]!;
const chosen = (header: string[]) =>
  Object.fromEntries(
    matchColumns(header, FIELDS)
      .filter(({ column }) => column !== null)
      .map(({ field, column }) => [field, column]),
  );

describe('matching columns', () => {
  it.each([
    ['English', en],
    ['Turkish', tr],
    ['Spanish', es],
  ])('finds every field by the name that the product uses in %s, in any order and letter case', (_name, texts) => {
    const labels = FIELDS.map((field) => labelOf(texts, field));
    const all = FIELDS.map((field, column) => ({ field, column }));
    expect(matchColumns(labels, FIELDS)).toEqual(all);
    const shouted = labels.map((label) => ` ${label.toLocaleUpperCase('tr')} (*) `).reverse();
    expect(matchColumns(shouted, FIELDS).map(({ column }) => column)).toEqual(
      FIELDS.map((_field, at) => FIELDS.length - 1 - at),
    );
  });

  it.each([
    [
      ['Şube', 'Adı', 'Soyadı', 'E-Posta Adresi (zorunlu) *', 'İlçe'],
      { companyName: 0, firstName: 1, lastName: 2, email: 3, location: 4 },
    ],
    [['Il', 'Ilçe', 'VKN', 'MAIL'], { location: 1, taxOfficeNumber: 2, email: 3 }],
    [
      ['Store name', 'Name', 'Surname', 'E-mail', 'City'],
      { companyName: 0, firstName: 1, lastName: 2, email: 3, location: 4 },
    ],
    [
      ['Sucursal', 'Nombre', 'Apellidos', 'Correo electrónico', 'Ubicación', 'NIF'],
      { companyName: 0, firstName: 1, lastName: 2, email: 3, location: 4, taxOfficeNumber: 5 },
    ],
    [['email', 'E-mail'], { email: 0 }],
    [['', 'Notes', 'Telefon'], {}],
  ])('finds the columns of %j', (header, expected) => {
    expect(chosen(header)).toEqual(expected);
  });
});

const HEADER = FIELDS.map((field) => labelOf(tr, field));
const COLUMNS = matchColumns(HEADER, FIELDS);
const GOOD: Record<string, string> = {
  companyName: 'Moda',
  firstName: 'Ayşe',
  lastName: 'Yılmaz',
  email: 'moda@example.com',
  location: 'Kadıköy / İstanbul',
};
const row = (change: Record<string, string> = {}, line = 2, formulas: number[] = []) => ({
  line,
  isHidden: false,
  cells: FIELDS.map((field) => ({ ...GOOD, ...change })[field] ?? ''),
  formulas,
});
const found = (searched: string, more: Partial<Lookup> = {}): Lookup => ({
  field: 'location',
  searched,
  status: 'loaded',
  options: [
    { name: 'Kadıköy, İstanbul', value: '40.98, 29.02' },
    { name: 'Kadıköy, Yalova', value: '40.5, 29.2' },
  ],
  option: 0,
  ...more,
});

const prepare = (
  rows: ReturnType<typeof row>[],
  lookups: Lookup[] = [found('kadikoy, istanbul')],
  emails: string[] = [],
) =>
  prepareRows(checkCells(rows, COLUMNS), { kind: 'branch', lookups: indexLookups(lookups), emails: new Set(emails) });
const errorsOf = (rows: ReturnType<typeof row>[], ...more: [Lookup[]?, string[]?]) =>
  prepare(rows, ...more).map(({ errors }) => Object.entries(errors).map(([field, { id }]) => `${field} ${id}`));

describe('checking rows', () => {
  it.each<[string, Record<string, string>, string[]]>([
    ['nothing', {}, []],
    ['a missing name', { companyName: '' }, ['companyName validation.required']],
    ['a name of 255', { companyName: 'x'.repeat(255) }, []],
    ['a name of 256', { companyName: 'x'.repeat(256) }, ['companyName validation.tooLong']],
    ['a missing email', { email: '' }, ['email validation.required']],
    ['a wrong email', { email: 'moda@' }, ['email validation.email']],
    ['a missing place', { location: '' }, ['location validation.required']],
    ['an address of 1,000', { companyAddress: 'x'.repeat(1000) }, []],
    ['an address of 1,001', { companyAddress: 'x'.repeat(1001) }, ['companyAddress validation.tooLong']],
    ['a tax number with letters', { taxOfficeNumber: '12a' }, ['taxOfficeNumber validation.integer']],
    ['a tax number', { taxOfficeNumber: '0012' }, []],
    ['two errors', { lastName: '', email: 'x' }, ['lastName validation.required', 'email validation.email']],
  ])('reports %s', (_name, change, errors) => {
    expect(errorsOf([row(change)])).toEqual([errors]);
  });

  it('reports a formula in a used column only', () => {
    const email = FIELDS.indexOf('email');
    expect(errorsOf([row({}, 2, [email, 30])])).toEqual([['email imports.error.formula']]);
  });

  it('reports a character that the file lost', () => {
    expect(errorsOf([row({ firstName: 'Ay\uFFFDe' })])).toEqual([['firstName imports.error.unreadable']]);
  });

  it('leaves hidden rows out until they are ticked, also where another row has their email', () => {
    const rows = [{ ...row({ lastName: '' }), isHidden: true }, row({}, 3)];
    const cells = (ticked: number[]) => checkCells(rows, COLUMNS, ticked);
    expect(cells([]).map(({ isOff, errors }) => [isOff, errors])).toEqual([
      [true, {}],
      [false, {}],
    ]);
    expect(missingLookups(cells([]).slice(0, 1), new Map())).toEqual([]);
    expect(cells([0]).map(({ isOff, errors }) => [isOff, Object.keys(errors)])).toEqual([
      [false, ['lastName']],
      [false, ['email']],
    ]);
    const prepared = prepareRows(cells([]), {
      kind: 'branch',
      lookups: indexLookups([found('kadikoy, istanbul')]),
      emails: new Set(),
    });
    expect(prepared.map(({ body }) => body !== null)).toEqual([false, true]);
  });

  it.each([
    ['41.0082, 28.9784', '41.0082, 28.9784'],
    ['41,0082; 28,9784', '41.0082, 28.9784'],
    ['41,0082;28,9784', '41.0082, 28.9784'],
    ['41.0082 28.9784', '41.0082, 28.9784'],
    ['41,0082 / 28,9784', '41.0082, 28.9784'],
    ['41,0082,28,9784', '41.0082, 28.9784'],
    ['41.0082,28.9784', '41.0082, 28.9784'],
    ['41.0082°, 28.9784°', '41.0082, 28.9784'],
    ['-33.5; +70', '-33.5, 70'],
    ['41, 28', '41, 28'],
    ['41,28', '41.28 as a name'],
    ['41,0082', '41.0082 as a name'],
  ])('reads the place “%s” as %s', (location, expected) => {
    const [{ searched } = { searched: '' }] = missingLookups(checkCells([row({ location })], COLUMNS), new Map());
    const [prepared] = prepare([row({ location })], [found(searched, { options: [] })]);
    const isPoint = prepared!.errors.location?.id === 'imports.error.coordinatesForeign';
    expect(`${searched}${isPoint ? '' : ' as a name'}`).toBe(expected);
  });

  it('reports an email that an earlier row has, or an account of the company, whatever its letter case', () => {
    const rows = [row({}, 2), row({ email: 'MODA@example.com' }, 3), row({ email: 'root@Demo.test' }, 4)];
    expect(errorsOf(rows, undefined, ['root@demo.test'])).toEqual([
      [],
      ['email imports.error.emailTwice'],
      ['email imports.error.emailExists'],
    ]);
    expect(prepare(rows)[1]!.errors.email?.values).toEqual({ line: 2 });
  });

  it.each<[string, string, Lookup[], string | null, string[]]>([
    ['a place that was found', 'Kadıköy / İstanbul', [found('kadikoy, istanbul')], '40.98, 29.02', []],
    ['the chosen one of several', 'KADIKÖY,İSTANBUL', [found('kadikoy, istanbul', { option: 1 })], '40.5, 29.2', []],
    [
      'coordinates in the country',
      '41,01; 28,97',
      [found('41.01, 28.97', { options: [{ name: 'Fatih, İstanbul', value: '41.01, 28.97' }] })],
      '41.01, 28.97',
      [],
    ],
    [
      'coordinates abroad',
      '52.5, 13.4',
      [found('52.5, 13.4', { options: [] })],
      null,
      ['location imports.error.coordinatesForeign'],
    ],
    [
      'swapped coordinates',
      '28.97, 41.01',
      [found('28.97, 41.01', { options: [], isSwapped: true })],
      null,
      ['location imports.error.coordinatesSwapped'],
    ],
    [
      'a place that nobody knows',
      'Nowhere',
      [found('nowhere', { options: [] })],
      null,
      ['location imports.error.placeUnknown'],
    ],
    [
      'a search that failed',
      'Moda',
      [found('moda', { status: 'failed' })],
      null,
      ['location imports.error.searchFailed'],
    ],
    ['a search that has not ended', 'Moda', [], null, []],
  ])('resolves %s', (_name, location, lookups, value, errors) => {
    const [prepared] = prepare([row({ location })], lookups);
    expect(Object.entries(prepared!.errors).map(([field, { id }]) => `${field} ${id}`)).toEqual(errors);
    expect(prepared!.body && 'location' in prepared!.body ? prepared!.body.location : null).toBe(value);
    expect(prepared!.isSearching).toBe(value === null && errors.length === 0);
  });

  it('sends what the form would send, without empty fields', () => {
    const lookups = [
      found('kadikoy, istanbul'),
      found('kadikoy', { field: 'taxOffice', options: [{ name: 'Kadıköy', value: '7' }] }),
    ];
    const [prepared] = prepare([row({ taxOffice: 'Kadıköy', website: 'moda.example' })], lookups);
    expect(prepared!.body).toEqual({ ...GOOD, location: '40.98, 29.02', taxOffice: 7, website: 'moda.example' });
    const hr = prepareRows(checkCells([row()], matchColumns(HEADER, IMPORT_FIELDS.hr)), {
      kind: 'hr',
      lookups: new Map(),
      emails: new Set(),
    });
    expect(hr[0]!.body).toEqual({ firstName: 'Ayşe', lastName: 'Yılmaz', email: 'moda@example.com' });
  });

  it('searches each place once, and failed searches again', () => {
    const cells = checkCells(
      [row(), row({ location: 'kadikoy,istanbul' }), row({ location: 'Moda' }), row({ location: '' })],
      COLUMNS,
    );
    const known = indexLookups([found('moda', { status: 'failed' })]);
    expect(missingLookups(cells, known)).toEqual([
      { field: 'location', searched: 'kadikoy, istanbul' },
      { field: 'location', searched: 'moda' },
    ]);
    expect(missingLookups(cells, indexLookups([found('moda'), found('kadikoy, istanbul')]))).toEqual([]);
  });
});
