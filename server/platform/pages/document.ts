import type { FastifyReply, FastifyError, FastifyRequest } from 'fastify';
import type { Challenge } from '../../../contract/schemas/challenge';
import { LANGUAGES, type Language } from '../../../contract/constants/options';
import { sha256 } from '../secrets';
import type { AppError } from '../errors';
import { asAppError } from '../http/errorHandler';
import { padding } from '../http/headers';
import { waitText } from '../messages';
import { languageOf, Markup, markup, sharedTexts, type Say } from './texts';

/** Returns the source for a policy that allows exactly this style or script. */
const sourceOf = (inline: string): string => `'sha256-${sha256(inline).toString('base64')}'`;

/** The style of the worker's pages, in the colours of src/styles/tokens.css. */
const STYLE = `:root{color-scheme:light dark;--page:#f6f7f9;--surface:#fff;--ink:#1b1f2a;--soft:#5b6472;--line:#e3e6eb;--strong:#7c8594;--action:#d90f2b;--on-action:#fff;--focus:#1f5fbf;--mine:#e8f0fc;--sunken:#eef0f4;--good:#e6f7e8;--good-ink:#006b0f;--bad:#fdecee;--bad-ink:#b80c24}
@media(prefers-color-scheme:dark){:root{--page:#14161b;--surface:#1d2027;--ink:#e7e9ee;--soft:#9aa3b2;--line:#2f343e;--strong:#737c8c;--action:#ff5c72;--on-action:#14161b;--focus:#8db8ff;--mine:#1b2a44;--sunken:#262a33;--good:#16301c;--good-ink:#3ddc57;--bad:#3a1f26;--bad-ink:#ff8090}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:break-word}
header,main,footer{max-width:36rem;margin:0 auto;padding:16px}
header{display:flex;align-items:center;gap:12px;padding-bottom:0}
header p{min-width:0;margin:0;font-weight:600}header small{display:block;font-weight:400;color:var(--soft)}
.mark{flex:none;width:44px;height:44px;border-radius:12px;background:#d90f2b;color:#fff;font-size:1.25rem;font-weight:700;line-height:44px;text-align:center}
section,.note{margin:0 0 16px;padding:16px;border-radius:12px;background:var(--surface);border:1px solid var(--line)}
h1{margin:0 0 8px;font-size:1.5rem;line-height:1.25}h2{margin:0 0 8px;font-size:1.25rem;line-height:1.3}.row+h2{margin-top:24px}
p{margin:0 0 12px}section>:last-child,.note>:last-child{margin-bottom:0}
.soft,dt{color:var(--soft)}
.note{background:var(--good);border-color:transparent;color:var(--good-ink);font-weight:600}
.note.bad{background:var(--bad);color:var(--bad-ink)}.note h2{font-size:1rem;margin:0 0 4px}.note a{color:inherit}
dl{margin:0 0 12px}dt{margin-top:8px}dd{margin:0}dd.big{font-size:1.25rem;font-weight:600;line-height:1.35}
form{margin:0 0 8px}
a{color:var(--action);text-underline-offset:2px}
button,.button,summary{display:block;width:100%;min-height:48px;padding:10px 16px;border:1px solid var(--strong);border-radius:8px;background:var(--surface);color:var(--ink);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
.button{display:grid;place-items:center}
.main{background:var(--action);border-color:var(--action);color:var(--on-action)}
.row{display:flex;flex-wrap:wrap;gap:8px;margin:0 0 8px}.row>*{flex:1;min-width:min-content}
fieldset{margin:0 0 8px;padding:0;border:0;min-width:0}legend,label{display:block;padding:0;margin:8px 0 4px;font-weight:600}
textarea,input{display:block;width:100%;min-height:48px;margin:0 0 8px;padding:10px 12px;border:1px solid var(--strong);border-radius:8px;background:var(--surface);color:var(--ink);font:inherit}
textarea{min-height:6rem;resize:vertical}
[aria-invalid]{border:2px solid var(--bad-ink)}.wrong{margin:0 0 4px;color:var(--bad-ink);font-weight:600}
.hint{margin:0 0 4px;color:var(--soft);font-size:.875rem}
details{margin:0 0 8px}details>:last-child{margin-bottom:0}details>div{padding:12px 0 4px}summary{list-style:none}summary::-webkit-details-marker{display:none}
summary::after{content:"";display:inline-block;width:8px;height:8px;margin:0 0 4px 12px;border:solid;border-width:0 2px 2px 0;transform:rotate(45deg)}details[open]>summary::after{margin-bottom:-2px;transform:rotate(225deg)}
ol{margin:0 0 12px;padding:0;list-style:none}li{margin:0 0 8px;padding:8px 12px;border-radius:12px;background:var(--sunken);margin-inline-end:15%}
li.mine{background:var(--mine);margin-inline:15% 0}li.quiet{background:none;margin-inline:0;padding-block:0;color:var(--soft);font-size:.875rem;text-align:center}
li p,.lines{margin:0;white-space:pre-wrap}section>.lines{margin-bottom:12px}.jobs{margin:0;padding:0;list-style:none}.jobs li{margin:0 0 8px;padding:0;background:none}.jobs a{display:block;min-height:48px;padding:12px;border:1px solid var(--strong);border-radius:8px;color:var(--ink);text-decoration:none}.jobs small,button small{display:block;font-weight:400}
.choices{display:flex;flex-wrap:wrap;gap:8px;margin-bottom:16px}.choice{display:flex;align-items:center;gap:8px;min-height:48px;margin:0;padding:4px 12px;border:1px solid var(--strong);border-radius:8px;font-weight:400;cursor:pointer}.choice input{flex:none;width:20px;min-height:20px;height:20px;margin:0;accent-color:var(--action)}
.working,.works .note.bad,.works .wrong{display:none}.works .working{display:block}.works [aria-invalid]{border:1px solid var(--strong)}.robots{position:absolute;left:-9999px}button+.second,button+.hint{margin-top:8px}li small{color:var(--soft);font-size:.8125rem}
footer{padding-top:0;color:var(--soft);font-size:.875rem}footer p{margin:0 0 8px}
nav{display:flex;flex-wrap:wrap;gap:4px 16px}nav a,.link{display:inline-block;width:auto;min-width:44px;padding:12px 0}nav [aria-current]{color:inherit;font-weight:600;text-decoration:none}.link{border:0;background:none;color:var(--action);font-weight:400;text-align:start;text-decoration:underline;text-underline-offset:2px}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}`;

const STYLE_SOURCE = sourceOf(STYLE);

/**
 * Keeps the typed content of the form `form` in the tab until it is sent, so that a reload loses nothing. Values that
 * the server filled in take precedence. Without scripts or storage, the page works all the same.
 */
const KEEP_SCRIPT = `(()=>{try{const f=document.getElementById("form"),s=sessionStorage,k=location.pathname,o=new URLSearchParams(s.getItem(k)||""),t=e=>/radio|checkbox/.test(e.type),n=[...f.elements].filter(e=>e.name&&!/hidden|submit|fieldset/.test(e.type));for(const e of n)t(e)?e.checked||=o.getAll(e.name).includes(e.value):e.value||=o.get(e.name)||"";f.addEventListener("input",()=>s.setItem(k,new URLSearchParams(n.filter(e=>!t(e)||e.checked).map(e=>[e.name,e.value]))));f.addEventListener("submit",()=>s.removeItem(k))}catch{}})()`;

const KEEP_SOURCE = sourceOf(KEEP_SCRIPT);

/** Stands after the form. */
const keepScript = new Markup(`<script>${KEEP_SCRIPT}</script>`);

/**
 * Solves the proof of work of the form `form` and sends it again. It is the search of altcha-lib, whose solver would be
 * ten times as long. The browser derives the keys outside the main thread, so the page stays responsive. Without
 * `crypto.subtle`, which plain HTTP does not have, the page keeps saying when to try again.
 */
const WORK_SCRIPT = `(async()=>{const f=document.getElementById("form"),p=JSON.parse(f.elements.challenge.value).parameters,s=globalThis.crypto&&crypto.subtle,h=t=>Uint8Array.from(t.match(/../g),x=>parseInt(x,16));if(!s)return;document.body.classList.add("works");const n=h(p.nonce),b=new Uint8Array(n.length+4),v=new DataView(b.buffer);b.set(n);for(let c=0;;c++){v.setUint32(n.length,c);const k=await s.importKey("raw",b,"PBKDF2",false,["deriveBits"]),d=new Uint8Array(await s.deriveBits({name:"PBKDF2",salt:h(p.salt),iterations:p.cost,hash:"SHA-256"},k,p.keyLength*8)),x=Array.from(d,y=>y.toString(16).padStart(2,"0")).join("");if(x.startsWith(p.keyPrefix)){f.elements.solution.value=JSON.stringify({counter:c,derivedKey:x});f.dispatchEvent(new Event("submit"));f.submit();return}}})()`;

const WORK_SOURCE = sourceOf(WORK_SCRIPT);

/** Stands after the form. */
export const workScript = new Markup(`<script>${WORK_SCRIPT}</script>`);

/** Returns the fields of a form that carry a challenge and its solution. */
export const workFields = (challenge: Challenge): Markup =>
  markup`<input type="hidden" name="challenge" value="${JSON.stringify(challenge)}" /><input type="hidden" name="solution" value="" />`;

/** Forbids scripts, loads and frames; only the page's own forms send anything. */
const POLICY = [
  "default-src 'none'",
  `style-src ${STYLE_SOURCE}`,
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The headers of a page for one person: no store, crawler or other site learns the address. */
export const PRIVATE_HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
};

const NAMES: Record<Language, string> = { tr: 'Türkçe', en: 'English', es: 'Español' };

interface Document {
  language: Language;
  title: string;
  /** The company and, if there is one, the job at the top of the page. */
  brand?: { name: string; job: string | null };
  /** Further elements of the head, such as the description for search engines. */
  head?: Markup;
  main: Markup;
  /** The page has the script that solves a proof of work. */
  works?: boolean;
  /** The footer's text, and the page's address for the links to other languages. */
  footer?: Footer;
}

interface Footer {
  path: string;
  /** What the links to other languages keep of the address, as `&name=value`. */
  query?: string;
  lines: readonly string[];
  /**
   * The form to keep when the language changes or the page reloads. `action` is its path, `query` the rest of its
   * address, as `&name=value`. Without a form, languages are links.
   */
  form?: { id: string; action: string; query?: string };
}

/** The value of `do` with which a form asks for another language. */
const LANGUAGE_CHANGE = 'language';

/** Returns whether a form only asks to be shown in another language. */
export const isLanguageChange = (form: URLSearchParams): boolean => form.get('do') === LANGUAGE_CHANGE;

const languageLink = ({ path, query = '' }: Footer, language: Language, isCurrent: boolean): Markup => {
  const current = isCurrent && markup` aria-current="true"`;
  return markup`<a href="${path}?lang=${language}${query}" lang="${language}" hreflang="${language}"${current}>${NAMES[language]}</a>`;
};

const languageButton = (
  { id, action, query = '' }: NonNullable<Footer['form']>,
  language: Language,
  isCurrent: boolean,
): Markup => {
  const current = isCurrent && markup` aria-current="true"`;
  return markup`<button class="link" form="${id}" formaction="${action}?lang=${language}${query}" name="do" value="${LANGUAGE_CHANGE}" lang="${language}"${current}>${NAMES[language]}</button>`;
};

const languageLinks = (footer: Footer, current: Language): Markup =>
  markup`<nav aria-label="${sharedTexts(current)('language')}">
    ${LANGUAGES.map((language) => {
      const isCurrent = language === current;
      const { form } = footer;
      return form ? languageButton(form, language, isCurrent) : languageLink(footer, language, isCurrent);
    })}
  </nav>`;

const headerOf = ({ name, job }: NonNullable<Document['brand']>, language: Language): Markup => {
  const [initial = ''] = name.trim();
  return markup`<header>
    <span class="mark" aria-hidden="true">${initial.toLocaleUpperCase(language)}</span>
    <p><span translate="no" dir="auto">${name}</span>${job !== null && markup`<small>${job}</small>`}</p>
  </header>`;
};

const footerOf = (footer: Footer, language: Language): Markup =>
  markup`${footer.lines.map((line) => markup`<p>${line}</p>`)}${languageLinks(footer, language)}`;

const documentOf = ({ language, title, brand, head, main, footer }: Document, end: Markup | null): Markup => {
  const product = sharedTexts(language)('product');
  return markup`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="format-detection" content="telephone=no,date=no,address=no">
<title>${title} · ${brand?.name ?? product}</title><link rel="icon" href="data:,">${head ?? null}
<style>${new Markup(STYLE)}</style></head>
<body>${brand ? headerOf(brand, language) : null}
<main>${main}</main>
<footer>${footer ? footerOf(footer, language) : null}<p>${product}</p></footer>${footer?.form ? keepScript : null}${end}</body></html>`;
};

/**
 * Returns padding for a page of one person, which contains its key and texts of others. The page of a failure has no
 * brand and no secret.
 */
const paddingOf = ({ brand }: Document, headers: Record<string, string>): Markup | null =>
  brand && headers['cache-control'] === 'no-store' ? new Markup(`<!--${padding()}-->`) : null;

/** Lets tools of search engines read /robots.txt, which they do under the policy of the inspected page. */
const FOUND = "connect-src 'self'";

const policyOf = ({ works, footer }: Document, headers: Record<string, string>): string => {
  const scripts = [works && WORK_SOURCE, footer?.form && KEEP_SOURCE].filter(Boolean);
  return [
    POLICY,
    ...(headers['x-robots-tag'] === undefined ? [FOUND] : []),
    ...(scripts.length > 0 ? [`script-src ${scripts.join(' ')}`] : []),
  ].join('; ');
};

/**
 * Sends a page that nobody may frame. Its only scripts keep a form and solve a proof of work. By default it has the
 * headers of a page for one person.
 */
export const sendDocument = (
  reply: FastifyReply,
  status: number,
  document: Document,
  headers: Record<string, string> = PRIVATE_HEADERS,
) =>
  reply
    .code(status)
    .headers({
      ...headers,
      'content-security-policy': policyOf(document, headers),
      'content-language': document.language,
    })
    .type('text/html; charset=utf-8')
    .send(documentOf(document, paddingOf(document, headers)).text);

/** The failures for which each page has its own text. */
type OwnKind = 'missing' | 'foreign' | 'invalid';
export type FailureTexts = (language: Language) => Say<`${OwnKind}.title` | `${OwnKind}.text`>;

const OWN: Record<number, OwnKind> = { 403: 'foreign', 404: 'missing' };
const SHARED: Record<number, 'throttled' | 'failed'> = { 429: 'throttled', 500: 'failed', 503: 'failed' };

/** Responds to a failure with a page. Neither the page nor the log contains the address, which can be a key. */
export const answerFailure =
  (texts: FailureTexts) => (error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) => {
    const known = asAppError(error);
    if (known && known.status < 500) request.log.warn({ key: known.key, status: known.status }, 'refused');
    else request.log.error({ err: error }, 'failed');
    const status = known?.status ?? 500;
    const language = languageOf((request.query as { lang?: unknown }).lang, request.language);
    const retryAfter = known?.options.retryAfter;
    if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
    const shared = SHARED[status];
    const own = OWN[status] ?? 'invalid';
    const say = shared ? sharedTexts(language) : texts(language);
    const kind = shared ?? own;
    const title = (say as Say<string>)(`${kind}.title`);
    const text = (say as Say<string>)(`${kind}.text`, { wait: waitText(retryAfter ?? 1, language) });
    const main = markup`<section><h1>${title}</h1><p>${text}</p></section>`;
    // A link without a path keeps the address of the failure.
    return sendDocument(reply, status, { language, title, main, footer: { path: '', lines: [] } });
  };
