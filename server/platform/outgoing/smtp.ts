import nodemailer from 'nodemailer';
import type { Mail } from './enqueue';
import { Refused, TIMEOUT_MS, type Send } from './provider';

export interface SmtpSettings {
  /** smtp:// or smtps://, with user and password where the server wants them. */
  url: string;
  from: string;
}

/** A mailbox or message that the server refuses for good answers 5xx. RFC 5321, section 4.2.1. */
const isForGood = (error: unknown): boolean => {
  const { responseCode } = error as { responseCode?: number };
  return responseCode !== undefined && responseCode >= 500;
};

/** Mails through an SMTP server, over a few connections that are kept. */
export const smtpSender = ({ url, from }: SmtpSettings): { send: Send<Mail>; close(): void } => {
  const options = { pool: true, maxConnections: 2, connectionTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = nodemailer.createTransport({ url, ...options });
  return {
    send: async ({ to, subject, text, html }) => {
      try {
        // An address object: nothing in an address or a subject becomes a header of its own.
        await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html });
      } catch (error) {
        if (isForGood(error)) throw new Refused(`smtp ${(error as { responseCode: number }).responseCode}`);
        throw new Error(`smtp ${(error as { code?: string }).code ?? 'failed'}`);
      }
    },
    close: () => transport.close(),
  };
};
