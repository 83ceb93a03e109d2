// Serves the product behind a proxy, for simulated employers and for strangers who apply on public pages. So many codes
// were already sent to the country this hour that each application costs work. On request it returns the last code that
// was sent to a phone.
import { PAGE_CODE_CHARACTERS, PAGE_CODE_LENGTH } from '../../contract/constants/publicPage';
import { buildApp } from '../../server/app';
import { LIMITS } from '../../server/platform/limits';
import { codeOf } from '../../server/modules/account/phoneCodeService';
import { benchDeps, benchLogger } from './deps';
import { employersAtWork } from './employerDay';

const [url, count] = process.argv.slice(2);
const { deps, pool } = benchDeps(url!, { TRUST_PROXY: 'true', SMS_COUNTRY_PER_DAY: '0' });
const employers = await employersAtWork(deps, pool, Number(count));

const codeFrom = (at: number): string =>
  Array.from({ length: PAGE_CODE_LENGTH }, (_, place) => {
    const digit = Math.floor(at / PAGE_CODE_CHARACTERS.length ** place) % PAGE_CODE_CHARACTERS.length;
    return PAGE_CODE_CHARACTERS[digit];
  }).join('');

/** Switches the pages of the employers on and returns the paths of their open jobs. */
const openPages = async (): Promise<string[]> => {
  const pages: string[] = [];
  for (const { userId, jobId } of employers) {
    await pool.query(
      `insert into branch_pages (user_id, organisation_id, code, is_on, created_at)
       select id, organisation_id, $2, true, now() from users where id = $1
       on conflict (user_id) do update set is_on = true, code = excluded.code`,
      [userId, codeFrom(Number(userId))],
    );
    pages.push(`/p/${codeFrom(Number(userId))}/${jobId}`);
  }
  return pages;
};

const app = await buildApp({ deps, logger: benchLogger() });
const pages = await openPages();
for (let code = 0; code < LIMITS.smsCountryHour.points; code += 1)
  await deps.limiter.count(LIMITS.smsCountryHour, 'TR');
const origin = await app.listen({ port: 0, host: '127.0.0.1' });

process.on('message', ({ id, phone }: { id: number; phone: string }) => {
  void (async () => {
    const { rows } = await pool.query<{ nonce: string }>(
      'select nonce from phone_codes where phone = $1 order by id desc limit 1',
      [phone],
    );
    process.send!({ id, code: rows[0] ? codeOf(deps.codeSecret, rows[0].nonce) : null });
  })();
});
process.on('SIGTERM', () => process.exit(0));
process.send!({ origin, employers, pages });
