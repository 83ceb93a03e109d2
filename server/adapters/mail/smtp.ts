import nodemailer from 'nodemailer';
import { isLoopback } from '../../platform/net';
import type { Mail } from '../../platform/outgoing/enqueue';
import { Refused, type Send, type WithFile } from '../../platform/ports/senders';
import type { SmtpSettings } from '../../platform/providerSettings';
import { TIMEOUT_MS } from '../http';

/** A mail may wait for a free connection as well. */
const MAIL_MS = 25_000;
const COMMANDS_OF_A_MAIL = new Set(['RCPT TO', 'DATA']);

/**
 * A mailbox or message that the server refuses for good answers 5xx (RFC 5321, section 4.2.1). The same to the password or to
 * the sender speaks of the settings, which an operator mends.
 */
const isForGood = (error: unknown): boolean => {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string };
  return responseCode >= 500 && COMMANDS_OF_A_MAIL.has(command);
};

const failureOf = (error: unknown): string => {
  const { responseCode, code, name } = error as { responseCode?: number; code?: string; name?: string };
  return ['smtp', responseCode, code ?? name].filter(Boolean).join(' ');
};

/** A password goes to another machine only encrypted; `?requireTLS=false` in the address says otherwise. */
const needsTls = ({ protocol, password, hostname }: URL): boolean =>
  protocol === 'smtp:' && password !== '' && !isLoopback(hostname);

/** Mails through an SMTP server, over a few connections that are kept. */
export const smtpSender = ({ url, from }: SmtpSettings): { send: Send<Mail & WithFile>; close(): void } => {
  const transport = nodemailer.createTransport({
    requireTLS: needsTls(new URL(url)),
    url,
    pool: true,
    dnsTimeout: TIMEOUT_MS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // A mail is what it says: nothing is read from a path or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, subject, text, html, attached }) => {
      try {
        await transport.sendMail({
          from,
          // An address object: nothing in an address or a subject becomes a header of its own.
          to: { name: '', address: to },
          subject,
          text,
          ...(html !== '' && { html }),
          ...(attached && {
            attachments: [{ filename: attached.name, contentType: attached.type, content: attached.content }],
          }),
          // No holiday replies. RFC 3834, section 5.
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(MAIL_MS),
        });
      } catch (error) {
        if (isForGood(error)) throw new Refused(failureOf(error));
        throw new Error(failureOf(error));
      }
    },
    close: () => transport.close(),
  };
};
