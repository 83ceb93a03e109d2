import { Markup } from './markup';
import { sha256 } from '../sha256';

/**
 * Keeps what was typed into the form `form` in the tab until it is sent, so that a reload loses nothing. What the server
 * filled in stays. Without scripts, or without storage, the page works as before.
 */
const SCRIPT = `(()=>{try{const f=document.getElementById("form"),s=sessionStorage,k=location.pathname,o=new URLSearchParams(s.getItem(k)||""),t=e=>/radio|checkbox/.test(e.type),n=[...f.elements].filter(e=>e.name&&!/hidden|submit|fieldset/.test(e.type));for(const e of n)t(e)?e.checked||=o.getAll(e.name).includes(e.value):e.value||=o.get(e.name)||"";f.addEventListener("input",()=>s.setItem(k,new URLSearchParams(n.filter(e=>!t(e)||e.checked).map(e=>[e.name,e.value]))));f.addEventListener("submit",()=>s.removeItem(k))}catch{}})()`;

/** The source for the policy of a page that allows exactly this script. */
export const KEEP_SOURCE = `'sha256-${sha256(SCRIPT).toString('base64')}'`;

/** The script, which stands after the form. */
export const keepScript = new Markup(`<script>${SCRIPT}</script>`);
