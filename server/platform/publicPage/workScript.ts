import type { Challenge } from '../../../contract/schemas/challenge';
import { Markup, markup } from './markup';
import { sha256 } from '../sha256';

/**
 * Solves the proof of work of the form `form` and sends it again. It is the search of altcha-lib, whose solver would be
 * ten times as long. The browser derives the keys outside the main thread, so the page stays responsive. Without `crypto.subtle`,
 * which plain HTTP does not have, the page keeps saying when to try again.
 */
const SCRIPT = `(async()=>{const f=document.getElementById("form"),p=JSON.parse(f.elements.challenge.value).parameters,s=globalThis.crypto&&crypto.subtle,h=t=>Uint8Array.from(t.match(/../g),x=>parseInt(x,16));if(!s)return;document.body.classList.add("works");const n=h(p.nonce),b=new Uint8Array(n.length+4),v=new DataView(b.buffer);b.set(n);for(let c=0;;c++){v.setUint32(n.length,c);const k=await s.importKey("raw",b,"PBKDF2",false,["deriveBits"]),d=new Uint8Array(await s.deriveBits({name:"PBKDF2",salt:h(p.salt),iterations:p.cost,hash:"SHA-256"},k,p.keyLength*8)),x=Array.from(d,y=>y.toString(16).padStart(2,"0")).join("");if(x.startsWith(p.keyPrefix)){f.elements.solution.value=JSON.stringify({counter:c,derivedKey:x});f.dispatchEvent(new Event("submit"));f.submit();return}}})()`;

/** The source for the policy of a page that allows exactly this script. */
export const SCRIPT_SOURCE = `'sha256-${sha256(SCRIPT).toString('base64')}'`;

/** The script, which stands after the form. */
export const workScript = new Markup(`<script>${SCRIPT}</script>`);

/** Returns the fields of a form that carry a challenge and its solution. */
export const workFields = (challenge: Challenge): Markup =>
  markup`<input type="hidden" name="challenge" value="${JSON.stringify(challenge)}" /><input type="hidden" name="solution" value="" />`;
