import { readFile } from 'node:fs/promises';
import { read, utils, write } from 'xlsx';
import { messagesTo } from './support/outbox';
import { enterAs } from './support/session';
import { expect, test } from './support/test';

test.use({ locale: 'tr-TR', viewport: { width: 375, height: 740 }, hasTouch: true });

const HEADER = ['Şube', 'Yetkili', 'Soyadı', 'E-posta (zorunlu)', 'İlçe'];
const PLACES = ['Kadıköy, İstanbul', 'Konak / İzmir', 'ÇANKAYA, ANKARA'];
const COUNT = 60;

/** Sixty branches, three of which cannot be added: a wrong email, a repeated email, and an unknown place. */
const branches = Array.from({ length: COUNT }, (_, at) => {
  const row = [`Zincir ${at + 1}`, 'Ayşe', 'Yılmaz', `sube${at + 1}@zincir.example`, PLACES[at % PLACES.length]!];
  if (at === 9) row[3] = 'sube10@';
  if (at === 19) row[3] = 'SUBE1@zincir.example';
  if (at === 29) row[4] = 'Hiçbiryer';
  return row;
});

const workbook = (rows: string[][], hidden: number[] = []): Buffer => {
  const book = utils.book_new();
  const sheet = utils.aoa_to_sheet(rows);
  sheet['!rows'] = rows.map((_row, at) => ({ hidden: hidden.includes(at) }));
  utils.book_append_sheet(book, sheet, 'Sayfa 1');
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
};

const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

test('sixty branches are imported on a phone, and the three wrong ones come back as a workbook', async ({
  page,
  request,
}) => {
  await enterAs(page, 'root', '/branches');
  await page.getByRole('link', { name: 'Dosyadan aktar' }).click();
  const input = page.locator('input[type="file"]');

  await input.setInputFiles({ name: 'makro.xlsx', mimeType: CONTENT, buffer: Buffer.from('PK\u0003\u0004 damaged') });
  await expect(page.getByRole('alert')).toContainText('Dosya bozuk');

  await input.setInputFiles({ name: 'şubeler.xlsx', mimeType: CONTENT, buffer: workbook([HEADER, ...branches]) });
  // Only the column of the first name has an unknown name.
  await expect(page.getByText('Sütun seçin: Ad')).toBeVisible();
  await page.getByLabel('Ad', { exact: true }).selectOption('Yetkili');
  await expect(page.getByText('60 satırdan 57 tanesi eklenmeye hazır')).toBeVisible();
  const listed = page.getByRole('main').getByRole('listitem');
  await expect(listed).toHaveCount(3);
  await expect(listed.nth(0)).toContainText('11. satır');
  await expect(listed.nth(1)).toContainText('2. satırda aynı e-posta var.');
  await expect(listed.nth(2)).toContainText('Bu yeri bulamadık.');

  await page.getByRole('button', { name: '57 şubeyi ekle ve davet et' }).click();
  await expect(page.getByRole('heading', { name: '57 hesap eklendi' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Düzeltilecek satırları indir' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('Düzeltilecek satırlar.xlsx');
  const { Sheets, SheetNames } = read(await readFile(await download.path()));
  const back = utils.sheet_to_json<string[]>(Sheets[SheetNames[0]!]!, { header: 1 });
  expect(back.map((cells) => cells[0])).toEqual(['Şube', 'Zincir 10', 'Zincir 20', 'Zincir 30']);
  expect(back[0]!.at(-1)).toBe('Hatalar');

  await page.getByRole('link', { name: 'Şubelere git' }).click();
  await expect(page.getByText('Zincir 57', { exact: true })).toBeVisible();
  await expect(page.getByText('Zincir 10', { exact: true })).toBeHidden();
  expect(await messagesTo(request, 'sube60@zincir.example')).toHaveLength(1);
  expect(await messagesTo(request, 'sube30@zincir.example')).toHaveLength(0);
});

test('of five shops below a title the two hidden ones stay out, and errors are corrected in their rows', async ({
  page,
  request,
}) => {
  const shops = ['41,0082; 28,9784', 'Kadıköy', '28.97, 41.01', 'Kadıköy', 'Kadıköy'].map((place, at) => [
    `Dükkan ${at + 1}`,
    'Ayşe',
    'Yılmaz',
    at === 4 ? 'dukkan5@' : `dukkan${at + 1}@liste.example`,
    place,
  ]);
  await enterAs(page, 'root', '/branches/import');
  const rows = [['Dükkan listesi, Mart'], [], ['Şube', 'Ad', 'Soyad', 'E-posta', 'Konum'], ...shops];
  const file = { name: 'liste.xlsx', mimeType: CONTENT, buffer: workbook(rows, [4, 6]) };
  await page.locator('input[type="file"]').setInputFiles(file);
  await expect(page.getByText('3 satırdan 1 tanesi eklenmeye hazır')).toBeVisible();
  await expect(page.getByText('Dosyanızda 2 satır gizli.')).toBeVisible();
  await expect(page.getByText('İki sayının yeri karışmış görünüyor.')).toBeVisible();

  const correct = async (name: string, value: string) => {
    await page.getByRole('textbox', { name }).fill(value);
    await page.getByRole('textbox', { name }).press('Enter');
  };
  await correct('6. satırda Konum bilgisini düzeltin', '41.01, 28.97');
  await correct('8. satırda E-posta bilgisini düzeltin', 'dukkan5@liste.example');
  await page.getByRole('button', { name: '3 şubeyi ekle ve davet et' }).click();
  await expect(page.getByRole('heading', { name: '3 hesap eklendi' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  for (const [at, count] of [1, 0, 1, 0, 1].entries())
    expect(await messagesTo(request, `dukkan${at + 1}@liste.example`)).toHaveLength(count);
});

test('two people are imported as HR staff', async ({ page, request }) => {
  const people = [
    ['Ad', 'Soyad', 'E-posta'],
    ['Derya', 'Aksoy', 'derya@zincir.example'],
    ['Umut', 'Bulut', 'umut@zincir.example'],
  ];
  await enterAs(page, 'root', '/settings');
  await page.getByRole('link', { name: 'İK personelini içe aktar' }).click();
  const file = { name: 'ik.xlsx', mimeType: CONTENT, buffer: workbook(people) };
  await page.locator('input[type="file"]').setInputFiles(file);
  await page.getByRole('button', { name: '2 kişiyi ekle ve davet et' }).click();
  await expect(page.getByRole('heading', { name: '2 hesap eklendi' })).toBeVisible();

  await page.getByRole('link', { name: 'Profile dön' }).click();
  for (const [firstName, lastName, email] of people.slice(1)) {
    await expect(page.getByRole('listitem').filter({ hasText: email })).toContainText(`${firstName} ${lastName}`);
    expect(await messagesTo(request, email!)).toHaveLength(1);
  }
});
