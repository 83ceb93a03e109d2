import { buffer } from 'node:stream/consumers';
import { DecompressionStream } from 'node:stream/web';
import { setImmediate } from 'node:timers';
import { read as parse, utils, write, type BookType, type WorkSheet } from 'xlsx';
import { ZipFile } from 'yazl';
import { readSheet } from '../../../src/lib/sheet/readSheet';
import { writeSheet } from '../../../src/lib/sheet/writeSheet';
import { SheetError, type Sheet } from '../../../src/lib/sheet/types';

// The DOM of the unit tests has neither; yazl needs the second.
Object.assign(globalThis, { DecompressionStream, setImmediate });

const NAMES = ['sube adi', 'ad', 'soyad', 'e posta', 'konum', 'vergi no'];
const LIMITS = { bytes: 5_000_000, unpacked: 2_000_000, rows: 3, names: NAMES };
const HEADER = ['Şube adı', 'Vergi no'];

const readAll = (bytes: Uint8Array) => readSheet(bytes, LIMITS);
/** Returns the first sheet: the names of its columns, and the rows below them. */
const tableOf = ({ rows, headerAt }: Sheet) => ({ header: rows[headerAt]!.cells, rows: rows.slice(headerAt + 1) });
const read = async (bytes: Uint8Array) => tableOf((await readAll(bytes))[0]!);
const problemOf = async (bytes: Uint8Array) =>
  readAll(bytes).then(
    () => null,
    (error: unknown) => (error instanceof SheetError ? error.problem : error),
  );

const book = (rows: unknown[][], change: (sheet: WorkSheet) => void = () => {}, bookType: BookType = 'xlsx') => {
  const sheet = utils.aoa_to_sheet(rows);
  change(sheet);
  const workbook = utils.book_new();
  utils.book_append_sheet(workbook, utils.aoa_to_sheet([]), 'Boş');
  utils.book_append_sheet(workbook, sheet, 'Şubeler');
  return new Uint8Array(write(workbook, { type: 'buffer', bookType, compression: true }) as Buffer);
};

const zip = async (parts: Record<string, Buffer>) => {
  const file = new ZipFile();
  for (const [name, content] of Object.entries(parts)) file.addBuffer(content, name);
  file.end();
  return new Uint8Array(await buffer(file.outputStream));
};

const WORKBOOK_PARTS = {
  '[Content_Types].xml': Buffer.from('<Types/>'),
  'xl/workbook.xml': Buffer.from('<workbook/>'),
};
const BOMB = { ...WORKBOOK_PARTS, 'xl/worksheets/sheet1.xml': Buffer.alloc(20_000_000, ' ') };

/** Replaces the promised sizes of larger entries in the archive's directory. */
const lie = (bytes: Uint8Array, size: number) => {
  const view = Buffer.from(bytes);
  for (let at = view.indexOf('PK\u0001\u0002'); at >= 0; at = view.indexOf('PK\u0001\u0002', at + 4))
    if (view.readUInt32LE(at + 24) > size) view.writeUInt32LE(size, at + 24);
  return new Uint8Array(view);
};

/** Returns a file that starts like Microsoft's compound files and names a stream. */
const compound = (stream: string) =>
  new Uint8Array(
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(stream, 'utf16le')]),
  );

const text = (content: string, encoding: BufferEncoding = 'utf8') => new Uint8Array(Buffer.from(content, encoding));

describe('reading a file', () => {
  it('returns the first sheet with rows: texts, whole numbers without a format, and the lines of the rows', async () => {
    const bytes = book(
      [[], HEADER, ['  Moda ', 1234567890], [], ['Bebek', '0012'], ['Göztepe', 12_345_678_901_234]],
      (sheet) => {
        sheet.B3!.z = '#,##0';
      },
    );
    expect(await read(bytes)).toEqual({
      header: HEADER,
      rows: [
        { line: 3, cells: ['Moda', '1234567890'], formulas: [], isHidden: false },
        { line: 5, cells: ['Bebek', '0012'], formulas: [], isHidden: false },
        { line: 6, cells: ['Göztepe', '12345678901234'], formulas: [], isHidden: false },
      ],
    });
  });

  it('marks hidden rows, and all rows of a hidden sheet', async () => {
    const workbook = utils.book_new();
    const shops = utils.aoa_to_sheet([HEADER, ['Moda', 1], ['Closed', 2], ['Bebek', 3]]);
    shops['!rows'] = [{}, {}, { hidden: true }];
    for (const name of ['Old', 'Shops', 'Older'])
      utils.book_append_sheet(workbook, name === 'Shops' ? shops : utils.aoa_to_sheet([HEADER, [name]]), name);
    workbook.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }, { Hidden: 2 }] };
    const sheets = await readAll(new Uint8Array(write(workbook, { type: 'buffer', bookType: 'xlsx' }) as Buffer));
    expect(sheets.map(({ name, isHidden, rows }) => [name, isHidden, rows.map((row) => row.isHidden)])).toEqual([
      ['Old', true, [true, true]],
      ['Shops', false, [false, false, true, false]],
      ['Older', true, [true, true]],
    ]);
  });

  it.each<[string, string[][], string[]]>([
    ['below a title', [['Şubelerimiz, Mart'], ['Şube adı', 'Konum'], ['Moda', 'x']], ['Şube adı', 'Konum']],
    [
      'below a title over two columns',
      [
        ['Firma', 'Ad'],
        ['Şube adı', 'Ad', 'Konum'],
        ['M', 'x'],
      ],
      ['Şube adı', 'Ad', 'Konum'],
    ],
    ['with names that nobody knows', [['Liste'], ['Filiale', 'Vorname'], ['Moda', 'x']], ['Filiale', 'Vorname']],
    ['of one column', [['E-posta'], ['a@b.co']], ['E-posta']],
  ])('finds the names of the columns %s', async (_name, rows, header) => {
    expect((await read(book(rows))).header).toEqual(header);
  });

  it('opens a workbook whose paths have backslashes', async () => {
    const bytes = Buffer.from(book([HEADER, ['Moda', '1']]));
    const paths = ['_rels/.rels', 'xl/workbook.xml', 'xl/_rels/workbook.xml.rels', 'xl/worksheets/sheet2.xml'];
    for (const path of paths)
      for (let at = bytes.indexOf(path); at >= 0; at = bytes.indexOf(path)) bytes.write(path.replaceAll('/', '\\'), at);
    expect((await read(new Uint8Array(bytes))).header).toEqual(HEADER);
  });

  it('marks cells with a formula', async () => {
    const bytes = book([HEADER, ['Moda', 3], ['Bebek', 4]], (sheet) => {
      sheet.B2!.f = 'SUM(1,2)';
    });
    expect((await read(bytes)).rows.map(({ formulas }) => formulas)).toEqual([[1], []]);
    expect((await read(text('Ad;E-posta\n=1+1;a@b.co\n'))).rows[0]!.formulas).toEqual([0]);
  });

  it.each([
    ['semicolons', text('Ad;Soyad\nAyşe;"Yıl;maz"\n')],
    ['commas', text('Ad,Soyad\r\nAyşe,Yıl;maz\r\n')],
    ['tabs and a byte order mark', text('\uFEFFAd\tSoyad\nAyşe\tYıl;maz')],
    ['UTF-16', text('\uFEFFAd\tSoyad\nAyşe\tYıl;maz', 'utf16le')],
    ['a line that names the separator', text('sep=|\nAd|Soyad\nAyşe|Yıl;maz')],
    ['a title with other separators', text('Liste, Mart, 2026, yeni\nAd;Soyad\nAyşe;"Yıl;maz"\n')],
    ['a title without a separator', text('Liste\nAd,Soyad\nAyşe,Yıl;maz\n')],
    ['the encoding of the Turkish Excel', new Uint8Array(Buffer.from('Ad,Soyad\nAy\xfee,Y\xfdl;maz', 'latin1'))],
  ])('reads CSV with %s', async (_name, bytes) => {
    const { header, rows } = await read(bytes);
    expect([header, rows.map(({ cells }) => cells)]).toEqual([['Ad', 'Soyad'], [['Ayşe', 'Yıl;maz']]]);
  });

  it.each([
    ['a title with other separators', 'Liste, Mart, 2026, yeni\nİsim;Yer;Not\nAyşe;Moda;x\n'],
    ['a title of two lines with other separators', 'Liste, Mart\nModa, İstanbul\nİsim;Yer;Not\nAyşe;Moda;x\nA;b;c'],
    ['such a title and numbers with commas', 'Liste, Mart\nİsim;Yer;Not\nA;1,5;2,5\nB;2,5;3,5\n'],
    ['rows that end early', 'İsim;Yer;Not\nA;1,5\nB;2,5;x\nC;3,5\n'],
    ['a last line with commas', 'İsim;Yer;Not\nA;b;c\nToplam, 1, x\n'],
  ])('takes the separator from a header with unknown names, in spite of %s', async (_name, content) => {
    expect((await read(text(content))).header).toEqual(['İsim', 'Yer', 'Not']);
  });

  it('takes the separator from the header, even if rows contain another one more often', async () => {
    const { rows } = await read(text('"Ad";"Konum"\nMod;"41,0082; 28,9784"\nA,b,c,d;"e;f"\n'));
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['Mod', '41,0082; 28,9784'],
      ['A,b,c,d', 'e;f'],
    ]);
  });

  it.each<[string, number[], string[]]>([
    ['one wrong byte in UTF-8', [0xc5, 0x9f, 0x20, 0xff], ['Ad', 'ş \uFFFD']],
    ['a sequence that ends too early', [0xc4, 0x9f, 0xc4, 0x41], ['Ad', 'ğ\uFFFDA']],
    ['a byte order mark and one wrong byte', [0xfe], ['Ad', '\uFFFD']],
    ['the encoding of the Turkish Excel', [0xfe, 0xfd], ['Ad', 'şı']],
  ])('decodes %s', async (name, bytes, expected) => {
    const mark = name.includes('mark') ? '\uFEFF' : '';
    const { header, rows } = await read(new Uint8Array([...text(`${mark}Ad;Soyad\n`), ...bytes, 0x3b, 0x78]));
    expect([header[0], rows[0]!.cells[0]]).toEqual(expected);
  });

  it.each(['<html><table><tr><td>x', '<?xml version="1.0"?><Workbook/>', 'ID;PSCALC3', 'TABLE\n0,1'])(
    'takes text that looks like another format as plain CSV: %s',
    async (first) => {
      const [sheet] = await readAll(text(`${first}\nsecond`));
      expect(sheet!.rows.at(-1)!.cells[0]).toContain('second');
    },
  );

  it('keeps characters that the database cannot store out of the cells', async () => {
    const { rows } = await read(book([['Ad'], ['A\uD800B']]));
    expect(rows[0]!.cells[0]).not.toMatch(/\p{Surrogate}/u);
  });

  it('keeps only enough rows to see that there are too many, however long the text above the header is', async () => {
    const [sheet] = await readAll(text(Array.from({ length: 500 }, (_, at) => `x${at}`).join('\n')));
    expect(sheet!.rows.length).toBeLessThan(50);
    const titled = [...Array.from({ length: 19 }, () => ['Liste']), HEADER, ['1'], ['2'], ['3'], ['4']];
    const [below] = await readAll(book(titled));
    expect(below!.rows.length - below!.headerAt - 1).toBe(4);
  });

  it.each<[string, () => Uint8Array | Promise<Uint8Array>, string]>([
    ['nothing', () => new Uint8Array(), 'empty'],
    ['too many bytes', () => new Uint8Array(LIMITS.bytes + 1), 'tooLarge'],
    ['an archive that unpacks to more than it may', () => zip(BOMB), 'tooLarge'],
    ['such an archive that promises less', async () => lie(await zip(BOMB), 1000), 'tooLarge'],
    ['macros', () => zip({ ...WORKBOOK_PARTS, 'xl/vbaProject.bin': Buffer.from('x') }), 'macros'],
    ['the type of a macro workbook', () => book([HEADER, ['x']], undefined, 'xlsm'), 'macros'],
    ['a password', () => compound('EncryptedPackage'), 'password'],
    ['the format of old workbooks', () => compound('Workbook'), 'oldFormat'],
    ['an old workbook', () => book([HEADER, ['x']], undefined, 'biff8'), 'oldFormat'],
    ['a binary workbook', () => book([HEADER, ['x']], undefined, 'xlsb'), 'unsupported'],
    ['another office’s sheet', () => book([HEADER, ['x']], undefined, 'ods'), 'unsupported'],
    ['an archive that is no workbook', () => zip({ 'a.txt': Buffer.from('a') }), 'unsupported'],
    ['a PNG', () => new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), 'picture'],
    ['a JPEG', () => new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), 'picture'],
    ['a GIF', () => Buffer.from('GIF89a..'), 'picture'],
    ['a WebP', () => Buffer.from('RIFF....WEBPVP8 '), 'picture'],
    ['a photo of an iPhone', () => Buffer.from('....ftypheic....'), 'picture'],
    ['a PDF of texts', () => Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'), 'unsupported'],
    ['a text of WordPad', () => Buffer.from('{\\rtf1 a;b}\n'), 'unsupported'],
    ['half a workbook', () => book([HEADER, ['x']]).slice(0, 2000), 'broken'],
    ['a workbook without its parts', () => zip(WORKBOOK_PARTS), 'broken'],
    ['damaged content', async () => damage(book([HEADER, ['x']])), 'broken'],
  ])('refuses a file with %s', async (_name, make, problem) => {
    expect(await problemOf(await make())).toBe(problem);
  });
});

/** Overwrites the packed content of the first part. */
const damage = (bytes: Uint8Array) => {
  const copy = bytes.slice();
  copy.fill(0xff, 60, 160);
  return copy;
};

describe('writing a file', () => {
  it('makes every cell a text, which no sign at its start turns into a formula', async () => {
    const rows = [['Ad', 'Hata'], ...['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'].map((cell) => [cell, 'x'])];
    const bytes = writeSheet({ name: 'Şubeler', rows });
    const [sheet] = await readSheet(bytes, { ...LIMITS, rows: 10 });
    expect(tableOf(sheet!).rows.map(({ cells, formulas }) => [cells[0], formulas])).toEqual(
      rows.slice(1).map(([cell]) => [cell!.trim(), []]),
    );
    const { Sheets } = parse(bytes, { cellNF: true });
    expect([Sheets.Şubeler!.A2!.t, Sheets.Şubeler!.A2!.z]).toEqual(['s', '@']);
  });
});
