import { sha256 } from '../sha256';

/** The style of the worker's pages, in the colours of src/styles/tokens.css. */
export const STYLE = `:root{color-scheme:light dark;--page:#f6f7f9;--surface:#fff;--ink:#1b1f2a;--soft:#5b6472;--line:#e3e6eb;--strong:#7c8594;--action:#d90f2b;--on-action:#fff;--focus:#1f5fbf;--mine:#e8f0fc;--sunken:#eef0f4;--good:#e6f7e8;--good-ink:#006b0f;--bad:#fdecee;--bad-ink:#b80c24}
@media(prefers-color-scheme:dark){:root{--page:#14161b;--surface:#1d2027;--ink:#e7e9ee;--soft:#9aa3b2;--line:#2f343e;--strong:#737c8c;--action:#ff5c72;--on-action:#14161b;--focus:#8db8ff;--mine:#1b2a44;--sunken:#262a33;--good:#16301c;--good-ink:#3ddc57;--bad:#3a1f26;--bad-ink:#ff8090}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
header,main,footer{max-width:36rem;margin:0 auto;padding:16px}
header{display:flex;align-items:center;gap:12px;padding-bottom:0}
header p{margin:0;font-weight:600}header small{display:block;font-weight:400;color:var(--soft)}
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
.main{background:var(--action);border-color:var(--action);color:var(--on-action)}
.row{display:flex;gap:8px;margin:0 0 8px}.row>*{flex:1;min-width:0}
fieldset{margin:0 0 8px;padding:0;border:0;min-width:0}legend,label{display:block;padding:0;margin:8px 0 4px;font-weight:600}
textarea,input{display:block;width:100%;min-height:48px;margin:0 0 8px;padding:10px 12px;border:1px solid var(--strong);border-radius:8px;background:var(--surface);color:var(--ink);font:inherit}
textarea{min-height:6rem;resize:vertical}
[aria-invalid]{border:2px solid var(--bad-ink)}.wrong{margin:0 0 4px;color:var(--bad-ink);font-weight:600}
.hint{margin:0 0 4px;color:var(--soft);font-size:.875rem}
details{margin:0 0 8px}details>:last-child{margin-bottom:0}details>div{padding:12px 0 4px}summary{list-style:none}summary::-webkit-details-marker{display:none}
summary::after{content:"";display:inline-block;width:8px;height:8px;margin:0 0 4px 12px;border:solid;border-width:0 2px 2px 0;transform:rotate(45deg)}details[open]>summary::after{margin-bottom:-2px;transform:rotate(225deg)}
ol{margin:0 0 12px;padding:0;list-style:none}li{margin:0 0 8px;padding:8px 12px;border-radius:12px;background:var(--sunken);margin-inline-end:15%}
li.mine{background:var(--mine);margin-inline:15% 0}li.quiet{background:none;margin-inline:0;padding-block:0;color:var(--soft);font-size:.875rem;text-align:center}
li p,.lines{margin:0;white-space:pre-wrap}section>.lines{margin-bottom:12px}.jobs{margin:0;padding:0;list-style:none}.jobs li{margin:0 0 8px;padding:0;background:none}.jobs a{display:block;min-height:48px;padding:12px;border:1px solid var(--strong);border-radius:8px;color:var(--ink);text-decoration:none}.jobs small{display:block}
.choices{display:flex;flex-wrap:wrap;gap:8px;margin-bottom:16px}.choice{display:flex;align-items:center;gap:8px;min-height:48px;margin:0;padding:4px 12px;border:1px solid var(--strong);border-radius:8px;font-weight:400;cursor:pointer}.choice input{flex:none;width:20px;min-height:20px;height:20px;margin:0;accent-color:var(--action)}
.working,.works .note.bad,.works .wrong{display:none}.works .working{display:block}.works [aria-invalid]{border:1px solid var(--strong)}.robots{position:absolute;left:-9999px}button+.second,button+.hint{margin-top:8px}li small{color:var(--soft);font-size:.8125rem}
footer{padding-top:0;color:var(--soft);font-size:.875rem}footer p{margin:0 0 8px}
nav{display:flex;flex-wrap:wrap;gap:4px 16px}nav a,.link{display:inline-block;width:auto;min-width:44px;padding:12px 0}nav [aria-current]{color:inherit;font-weight:600;text-decoration:none}.link{border:0;background:none;color:var(--action);font-weight:400;text-align:start;text-decoration:underline;text-underline-offset:2px}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}`;

/** The source for the policy that allows exactly this style. */
export const STYLE_SOURCE = `'sha256-${sha256(STYLE).toString('base64')}'`;
