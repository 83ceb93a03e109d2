import { sql } from 'kysely';
import type { TestServer } from './testServer';

/** Returns the names of the companies and branches of a server's world. */
export const companyNames = async ({ db }: Pick<TestServer, 'db'>): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select distinct company_name as name from users where length(company_name) > 3`.execute(db);
  return rows.map(({ name }) => name);
};

/**
 * Throws when a page names somebody where a program that translates pages would change the name. Names that the employer or
 * the worker typed into a text of their own, and values of fields, are theirs.
 */
export const expectNamesKept = (body: string, names: readonly string[]): void => {
  if (!body.startsWith('<!doctype html>')) return;
  const texts = body
    .replace(/<head>[\s\S]*?<\/head>|<script[\s\S]*?<\/script>/g, '')
    .replace(/<(span|p)[^>]* translate="no"[^>]*>[\s\S]*?<\/\1>/g, '')
    .replace(/<p class="lines">[\s\S]*?<\/p>/g, '')
    .replace(/<[^>]*>/g, ' ');
  const found = names.find((name) => texts.includes(name));
  if (found !== undefined) throw new Error(`the name ${found} may be translated: ${around(texts, found)}`);
};

const around = (text: string, name: string): string => {
  const at = text.indexOf(name);
  return text.slice(Math.max(0, at - 60), at + name.length + 60).replace(/\s+/g, ' ');
};
